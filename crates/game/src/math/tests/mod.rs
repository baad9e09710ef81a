//! What the functions promise, against slow twins, reference values and the system's library.

mod reference;
mod twin;

use super::{cos, exp, exp_f32, fixed, ln, ln_f32, pair, pow, pow_f32};
use crate::Rng;
use twin::Pair;

/// ln x, correctly rounded.
fn ln_f32_twin(x: f32) -> f32 {
    let Pair(head, tail) = twin::ln(f64::from(x));
    pair::nearest_f32((head, tail))
}

/// e^x, correctly rounded.
fn exp_f32_twin(x: f32) -> f32 {
    let (Pair(head, tail), n) = twin::exp(Pair::of(f64::from(x)));
    let scale = 2f64.powi(n);
    pair::nearest_f32((head * scale, tail * scale))
}

fn assert_same(x: f32, ours: f32, exact: f32) {
    assert_eq!(ours.to_bits(), exact.to_bits(), "at {x:e}: {ours:e}, exactly {exact:e}");
}

fn check_ln(x: f32) {
    assert_same(x, ln_f32(x), ln_f32_twin(x));
}

/// For both signs. Beyond 110 there are only 0 and infinity, and the exponentials of the smallest are 1.
fn check_exp(x: f32) {
    if x > 110.0 {
        assert!(exp_f32(x) == f32::INFINITY && exp_f32(-x) == 0.0, "{x:e}");
    } else if x < 2e-8 {
        assert!(exp_f32(x) == 1.0 && exp_f32(-x) == 1.0, "{x:e}");
    } else {
        assert_same(x, exp_f32(x), exp_f32_twin(x));
        assert_same(-x, exp_f32(-x), exp_f32_twin(-x));
    }
}

const INFINITE: u32 = f32::INFINITY.to_bits();
/// The bits of 1 with the smallest exponent.
const NORMAL: u32 = f32::MIN_POSITIVE.to_bits();

#[test]
fn functions_of_single_precision_are_correctly_rounded_wherever_looked() {
    let any = (1..INFINITE).step_by(8009);
    let near_one = 1f32.to_bits() - 2000..1f32.to_bits() + 2000;
    any.chain(near_one).map(f32::from_bits).for_each(|x| {
        check_ln(x);
        check_exp(x);
    });
    (1..20_000u16).for_each(|visits| check_ln(visits.into()));
}

/// Calls the function with all numbers below `end`, from many threads.
fn in_parallel(end: u32, check: impl Fn(u32) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    std::thread::scope(|scope| {
        (0..threads).for_each(|first| {
            let check = &check;
            scope.spawn(move || (first..end).step_by(threads as usize).for_each(check));
        });
    });
}

/// The twin's logarithm of each significand serves all its exponents.
#[test]
#[ignore = "a minute: all two thousand million numbers"]
fn logarithms_of_single_precision_are_correctly_rounded_everywhere() {
    in_parallel(NORMAL, |digits| {
        let of_digits = twin::ln(f64::from(f32::from_bits(1f32.to_bits() + digits)));
        for exponent in 1..255 {
            let Pair(head, tail) = twin::shifted(of_digits, f64::from(exponent) - 127.0);
            let x = f32::from_bits(exponent * NORMAL + digits);
            assert_same(x, ln_f32(x), pair::nearest_f32((head, tail)));
        }
        if digits > 0 {
            check_ln(f32::from_bits(digits));
        }
    });
}

#[test]
#[ignore = "minutes: all four thousand million numbers"]
fn exponentials_of_single_precision_are_correctly_rounded_everywhere() {
    in_parallel(INFINITE, |bits| check_exp(f32::from_bits(bits)));
}

#[test]
fn edges_are_those_of_the_functions() {
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    assert_eq!([0.0, -0.0, 1.0, infinity].map(ln), [-infinity, -infinity, 0.0, infinity]);
    assert_eq!([0.0, -0.0, 1.0, f32::INFINITY].map(ln_f32), [-f32::INFINITY, -f32::INFINITY, 0.0, f32::INFINITY]);
    assert!([-1.0, -infinity, nan, -5e-324].iter().all(|&x| ln(x).is_nan() && ln_f32(x.min(-1e-45) as f32).is_nan()));
    assert!(ln_f32(f32::NAN).is_nan());
    assert_eq!(
        [0.0, -0.0, 5e-324, infinity, -infinity, 710.0, -746.0].map(exp),
        [1.0, 1.0, 1.0, infinity, 0.0, infinity, 0.0]
    );
    assert_eq!([0.0, -0.0, 1e-45, f32::INFINITY, -f32::INFINITY].map(exp_f32), [1.0, 1.0, 1.0, f32::INFINITY, 0.0]);
    assert_eq!(
        [88.722_84, 88.73, -103.972_08, -103.98].map(exp_f32),
        [f32::MAX, f32::INFINITY, 1e-45, 0.0].map(near_the_end)
    );
    assert!(exp(nan).is_nan() && exp_f32(f32::NAN).is_nan());
    assert!([nan, infinity, 1001.0].iter().all(|&x| cos(x).is_nan() && cos(-x).is_nan()));
}

/// e^88.72284 is a little below the largest number.
fn near_the_end(x: f32) -> f32 {
    if x == f32::MAX { exp_f32_twin(88.722_84) } else { x }
}

#[test]
fn edges_of_powers_are_those_of_the_functions() {
    let (infinity, nan) = (f64::INFINITY, f64::NAN);
    assert_eq!([0.0, 1.0, nan, infinity, -2.0].map(|x| pow(x, 0.0)), [1.0; 5]);
    assert_eq!([2.0, nan, infinity, -infinity].map(|y| pow(1.0, y)), [1.0; 4]);
    assert_eq!([0.5, 3.0, infinity].map(|y| (pow(0.0, y), pow(infinity, y))), [(0.0, infinity); 3]);
    assert_eq!([-0.5, -3.0, -infinity].map(|y| (pow(0.0, y), pow(infinity, y))), [(infinity, 0.0); 3]);
    assert_eq!([infinity, 1e300, 1e5].map(|y| (pow(0.5, y), pow(2.0, y))), [(0.0, infinity); 3]);
    assert_eq!([1e-300, -1e-310, 5e-324].map(|y| pow(7.0, y)), [1.0; 3]);
    assert!(pow(-1.0, 2.0).is_nan() && pow(nan, 1.0).is_nan() && pow(2.0, nan).is_nan());
    assert_eq!(
        (pow(5e-324, 0.5), pow(7.5, 1.0), pow(3.0, 4.0), pow(4.0, 0.5), pow(8.0, -1.0)),
        (2f64.powi(-537), 7.5, 81.0, 2.0, 0.125)
    );
}

fn steps_between(a: f64, b: f64) -> i64 {
    (a.to_bits() as i64 - b.to_bits() as i64).abs()
}

#[test]
fn reference_values_are_met_within_one_step() {
    let of = f64::from_bits;
    assert!(reference::LN.iter().all(|&(x, y)| steps_between(ln(of(x)), of(y)) <= 1));
    assert!(reference::EXP.iter().all(|&(x, y)| steps_between(exp(of(x)), of(y)) <= 1));
    assert!(reference::POW.iter().all(|&(x, y, z)| steps_between(pow(of(x), of(y)), of(z)) <= 1));
    assert!(reference::COS.iter().all(|&(x, y)| steps_between(cos(of(x)), of(y)) <= 1));
}

/// Positive numbers of every size.
fn any_size(rng: &mut Rng) -> f64 {
    f64::from_bits(1 + rng.next_u64() % (f64::INFINITY.to_bits() - 1))
}

#[test]
fn functions_of_double_precision_err_by_little_more_than_half_a_unit() {
    let mut rng = Rng::new(1);
    for _ in 0..30_000 {
        let near_one = 1.0 + (rng.unit() - 0.5) / (1u64 << rng.below(50)) as f64;
        for x in [any_size(&mut rng), near_one, 3.0 * rng.unit() + 1e-9] {
            assert!(twin::ln(x).ulps_to(ln(x)) < 0.501, "ln {x:e}");
        }
        for x in [1400.0 * (rng.unit() - 0.5), 2.0 * rng.unit() - 1.0, near_one - 1.0] {
            let (exact, n) = twin::exp(Pair::of(x));
            assert!(exact.ulps_to(exp(x) / 2f64.powi(n)) < 0.51, "exp {x:e}");
        }
    }
}

#[test]
fn subnormal_exponentials_err_by_less_than_one_unit() {
    let mut rng = Rng::new(2);
    for _ in 0..10_000 {
        let x = -708.4 - 36.0 * rng.unit();
        let (Pair(head, tail), n) = twin::exp(Pair::of(x));
        let scale = |x: f64| x * 2f64.powi(n + 1074);
        let error = (exp(x) * 2f64.powi(537) * 2f64.powi(537) - scale(head)) - scale(tail);
        assert!(error.abs() < 0.8, "{x}: {error}");
    }
}

#[test]
fn powers_err_by_little_more_than_half_a_unit() {
    let mut rng = Rng::new(3);
    for _ in 0..30_000 {
        let near_one = 1.0 + (rng.unit() - 0.5) / (1u64 << rng.below(50)) as f64;
        for x in [any_size(&mut rng), near_one, 1000.0 * rng.unit() + 1e-9] {
            let ln = twin::ln(x);
            let y = (1400.0 * (rng.unit() - 0.5)) / if x == 1.0 { 1.0 } else { ln.0 };
            let (exact, n) = twin::exp(ln * Pair::of(y));
            assert!(exact.ulps_to(pow(x, y) / 2f64.powi(n)) < 0.52, "{x:e}^{y:e}");
        }
    }
}

#[test]
fn powers_of_single_precision_are_those_of_double_precision() {
    let mut rng = Rng::new(7);
    for _ in 0..100_000 {
        let (x, y) = (f32::from_bits(1 + rng.next_u64() as u32 % INFINITE), (80.0 * (rng.unit() - 0.5)) as f32);
        for x in [x, 3.0 * rng.unit() as f32] {
            assert_eq!(pow_f32(x, y), pow(x.into(), y.into()) as f32, "{x:e}^{y:e}");
        }
    }
    // squares halfway between two numbers, and the edges
    for x in (4097..8191u16).map(f32::from) {
        assert_eq!(pow_f32(x, 2.0), x * x);
    }
    assert_eq!(
        [(0.0, -1.0), (f32::INFINITY, 0.5), (3.0, 0.0)].map(|(x, y)| pow_f32(x, y)),
        [f32::INFINITY, f32::INFINITY, 1.0]
    );
    assert!(pow_f32(-1.0, 2.0).is_nan() && pow_f32(f32::NAN, 1.0).is_nan());
}

/// The GNU library is within one unit in the last place for all of these.
#[test]
fn the_systems_library_is_at_most_one_step_away() {
    let mut rng = Rng::new(4);
    for _ in 0..100_000 {
        let (x, y) = (any_size(&mut rng), 80.0 * (rng.unit() - 0.5));
        let single = f32::from_bits(1 + rng.next_u64() as u32 % (INFINITE - 1));
        assert!(steps_between(ln(x), x.ln()) <= 1 && steps_between(exp(y), y.exp()) <= 1, "{x:e} {y:e}");
        assert!(ln_f32(single).to_bits().abs_diff(single.ln().to_bits()) <= 1, "{single:e}");
        assert!(exp_f32(y as f32).to_bits().abs_diff((y as f32).exp().to_bits()) <= 1, "{y:e}");
        let (base, turn) = (rng.unit(), std::f64::consts::TAU * rng.unit());
        assert!(steps_between(pow(base, y), base.powf(y)) <= 1, "{base:e}^{y:e}");
        let power = (base as f32).powf(y as f32);
        assert!(pow_f32(base as f32, y as f32).to_bits().abs_diff(power.to_bits()) <= 1, "{base:e}^{y:e}");
        assert!(steps_between(cos(turn), turn.cos()) <= 1, "{turn:e}");
    }
}

/// One number for the bits of many results: it is the same on every machine.
#[test]
fn the_bits_are_the_same_on_every_machine() {
    let mut rng = Rng::new(5);
    let mut hash = 0;
    for _ in 0..10_000 {
        let (x, y) = (any_size(&mut rng), 80.0 * (rng.unit() - 0.5));
        let single = f64::from(ln_f32(1e6 * rng.unit() as f32)) + f64::from(exp_f32(y as f32));
        for result in [ln(x), ln(0.5 + rng.unit()), exp(y), pow(rng.unit(), y), cos(y), single] {
            hash = crate::mix_key(hash ^ result.to_bits());
        }
    }
    assert_eq!(hash, 0x3b12_443c_d171_5903, "{hash:#x}");
}

#[test]
fn constants_and_tables_are_those_of_the_handbooks() {
    assert_eq!(fixed::pair(fixed::LN_2), (std::f64::consts::LN_2, f64::from_bits(0x3c7a_bc9e_3b39_803f)));
    assert_eq!(fixed::pair(fixed::exp(fixed::LN_2 / 2)).0, std::f64::consts::SQRT_2);
    assert_eq!(fixed::pair(fixed::exp(fixed::LN_2)), (2.0, fixed::pair(fixed::exp(fixed::LN_2) - 2 * fixed::ONE).0));
    for (a, b) in [(256, 181), (180, 128), (256, 255), (3, 2)] {
        let (head, tail) = fixed::pair(fixed::ln_ratio(a, b));
        let Pair(exact, rest) = twin::ln(a as f64 / b as f64);
        assert!(b == 255 || b == 181 || (head == exact && (tail - rest).abs() < 1e-31), "{a}/{b}");
        let (head, tail) = fixed::short_pair(-fixed::ln_ratio(a, b));
        assert!(
            (head * 2f64.powi(42)).fract() == 0.0
                && tail.abs() <= 2f64.powi(-43)
                && head + tail == -fixed::pair(fixed::ln_ratio(a, b)).0
        );
    }
}

#[test]
fn pairs_round_once() {
    let (middle, tiny) = (1.0 + 2f64.powi(-24), 2f64.powi(-70));
    let next = 1.0 + f32::EPSILON;
    assert_eq!([0.0, tiny, -tiny].map(|tail| pair::nearest_f32((middle, tail))), [1.0, next, 1.0]);
    assert_eq!([0.0, tiny, -tiny].map(|tail| pair::nearest_f32((-middle, tail))), [-1.0, -1.0, -next]);
    assert!([0, 3].iter().all(|&off| pair::is_near_middle(f64::from_bits(middle.to_bits() + off), 4)));
    assert!(pair::is_near_middle(f64::from_bits(middle.to_bits() - 4), 4));
    assert!(![4, 1 << 28].iter().any(|&off| pair::is_near_middle(f64::from_bits(middle.to_bits() + off), 4)));
    let mut rng = Rng::new(6);
    for _ in 0..10_000 {
        let (a, b) = (rng.unit() * 1e9, rng.unit() - 0.5);
        assert_eq!(pair::product(a, b), (a * b, a.mul_add(b, -(a * b))));
    }
}
