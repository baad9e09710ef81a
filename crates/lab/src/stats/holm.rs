//! Holm's correction for many comparisons.

/// The adjusted p-values of several tests: each may be compared with α itself [holm1979].
///
/// In ascending order the k-th of m is multiplied by m − k + 1 and raised to the largest before it, at most 1. The probability
/// of any false rejection stays below α, whatever the dependence of the tests. The order of the input is kept.
///
/// ```
/// use katsura_lab::stats::holm;
/// assert_eq!(holm(&[0.04, 0.01]), [0.04, 0.02]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &test) in order.iter().enumerate() {
        let factor = (p_values.len() - rank) as f64;
        largest = largest.max(factor * p_values[test]).min(1.0);
        adjusted[test] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_are_those_of_statsmodels() {
        // statsmodels 0.15.0: multipletests(p, method="holm")[1]
        let table: [(&[f64], &[f64]); 2] = [
            (&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]),
            (&[0.2, 0.9, 0.001, 0.5, 0.02], &[0.6, 1.0, 0.005, 1.0, 0.08]),
        ];
        for (p_values, expected) in table {
            assert!(holm(p_values).iter().zip(expected).all(|(ours, theirs)| (ours - theirs).abs() < 1e-12));
        }
        assert!(holm(&[]).is_empty());
    }
}
