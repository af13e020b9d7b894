//! A small seeded generator of numbers (SplitMix64), so that every run measures the same replies.

/// The state of the generator; a clone goes on with the same numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A generator whose numbers depend on `name` alone.
    pub(crate) fn named(name: &str) -> Self {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(name.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let scaled = u128::from(self.next()) * bound as u128;
        (scaled >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of 100 calls.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `choices`, of which there is at least one.
    #[expect(clippy::indexing_slicing, reason = "the index is below the length")]
    pub(crate) fn pick<'c, T: ?Sized>(&mut self, choices: &[&'c T]) -> &'c T {
        choices[self.below(choices.len())]
    }

    /// Up to `count` of `choices`, each at most once, in random order.
    pub(crate) fn sample<T: Copy>(&mut self, choices: &[T], count: usize) -> Vec<T> {
        let mut shuffled = choices.to_vec();
        let count = count.min(shuffled.len());
        for place in 0..count {
            let other = self.between(place, shuffled.len() - 1);
            shuffled.swap(place, other);
        }
        shuffled.truncate(count);
        shuffled
    }

    /// A size between two powers of two, each power being as likely as the next.
    pub(crate) fn size(&mut self, low_power: usize, high_power: usize) -> usize {
        let base = 1 << self.between(low_power, high_power - 1);
        base + self.below(base)
    }
}
