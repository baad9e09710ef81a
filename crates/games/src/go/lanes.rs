//! Four numbers of 16 bits side by side in one word: what is asked of all four neighbours of a point is asked at once.

/// A one in each lane.
pub const ONES: u64 = 0x0001_0001_0001_0001;

/// Puts four numbers side by side.
#[inline(always)]
pub fn lanes([a, b, c, d]: [u16; 4]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// A one for each lane above `BOUND`. No lane may be above 0x7fff.
#[inline(always)]
pub fn above<const BOUND: u64>(lanes: u64) -> u64 {
    (lanes + (0x7fff - BOUND) * ONES) >> 15 & ONES
}

/// All bits together of the four lanes.
#[inline(always)]
pub fn any(lanes: u64) -> u16 {
    let halves = lanes | lanes >> 32;
    (halves | halves >> 16) as u16
}

/// The four numbers.
#[inline(always)]
pub fn split(lanes: u64) -> [u16; 4] {
    [lanes as u16, (lanes >> 16) as u16, (lanes >> 32) as u16, (lanes >> 48) as u16]
}

/// All bits of each lane that is one.
#[inline(always)]
pub fn full(ones: u64) -> u64 {
    ones * 0xffff
}
