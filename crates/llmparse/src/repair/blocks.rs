//! A list that grows in blocks: a list of 80 edits is three blocks of at most 31.
//!
//! Nothing moves when it grows, and no block is as large as a kilobyte: asked for that much, the allocator of glibc
//! first tidies up all that it has free, which costs more than all the edits of a reply.

/// How many items fit in a block.
const SIZE: usize = 31;

/// Every block but the last is full.
pub(super) struct Blocks<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Blocks<T> {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            len: 0,
        }
    }
}

impl<T: Copy> Blocks<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds `item`, and gives its index.
    #[inline]
    pub(super) fn push(&mut self, item: T) -> usize {
        let index = self.len;
        self.len += 1;
        match self.blocks.last_mut() {
            Some(block) if block.len() < SIZE => block.push(item),
            _ => self.start_block(item),
        }
        index
    }

    #[cold]
    fn start_block(&mut self, item: T) {
        let mut block = Vec::with_capacity(SIZE);
        block.push(item);
        self.blocks.push(block);
    }

    pub(super) fn last(&self) -> Option<&T> {
        self.blocks.last()?.last()
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.blocks.get_mut(index / SIZE)?.get_mut(index % SIZE)
    }

    /// All blocks.
    pub(super) fn blocks(&self) -> &[Vec<T>] {
        &self.blocks
    }

    /// The items from `index` on.
    pub(super) fn iter_from(&self, index: usize) -> impl Iterator<Item = &T> {
        let blocks = self.blocks.get(index / SIZE..).unwrap_or_default();
        blocks.iter().flatten().skip(index % SIZE)
    }

    /// Takes all items from `len` on away.
    pub(super) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.len = len;
        self.blocks.truncate(len.div_ceil(SIZE));
        if let Some(last) = self.blocks.last_mut() {
            last.truncate(len - (len - 1) / SIZE * SIZE);
        }
    }

    /// Takes items away from the end, up to one that `keep` wants.
    pub(super) fn trim(&mut self, keep: impl Fn(&T) -> bool) {
        let items = self
            .blocks
            .iter()
            .rev()
            .flat_map(|block| block.iter().rev());
        let gone = items.take_while(|item| !keep(item)).count();
        self.truncate(self.len - gone);
    }

    /// Takes all items away, and keeps room for others.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.blocks.truncate(1);
        if let Some(block) = self.blocks.first_mut() {
            block.clear();
        }
    }

    /// Puts `items` in place of those that are there.
    pub(super) fn refill(&mut self, items: &[T]) {
        self.clear();
        self.blocks.clear();
        self.blocks.extend(items.chunks(SIZE).map(<[T]>::to_vec));
        self.len = items.len();
    }

    /// Of the items from `index` on, keeps those that `keep` wants.
    pub(super) fn retain_from(&mut self, index: usize, keep: impl Fn(&T) -> bool) {
        let mut kept = index;
        for index in index..self.len {
            let Some(&mut item) = self.get_mut(index) else {
                break;
            };
            if !keep(&item) {
                continue;
            }
            if let Some(place) = self.get_mut(kept) {
                *place = item;
            }
            kept += 1;
        }
        self.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(len: usize) -> Blocks<usize> {
        let mut blocks = Blocks::default();
        for index in 0..len {
            assert_eq!(blocks.push(index), index);
        }
        blocks
    }

    #[test]
    fn a_list_cut_to_any_length_goes_on_from_there() {
        for len in 0..=100 {
            let mut blocks = counted(100);
            blocks.truncate(len);
            assert_eq!(blocks.push(7), len);
            let items: Vec<usize> = blocks.iter_from(0).copied().collect();
            assert_eq!(items, (0..len).chain([7]).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_kept_moves_up() {
        let mut blocks = counted(100);
        blocks.retain_from(50, |item| item % 10 == 0);
        let items: Vec<usize> = blocks.iter_from(45).copied().collect();
        assert_eq!(items, [45, 46, 47, 48, 49, 50, 60, 70, 80, 90]);
    }
}
