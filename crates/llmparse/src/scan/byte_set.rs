//! Sets of bytes that a walk stops at, such as the first ones of separators; a table tells each with one look.

pub(crate) struct ByteSet([bool; 256]);

impl ByteSet {
    #[expect(
        clippy::indexing_slicing,
        reason = "done by the compiler, which would refuse an index out of bounds"
    )]
    pub(crate) const fn of(bytes: &[u8]) -> Self {
        let mut all = [false; 256];
        let mut index = 0;
        while index < bytes.len() {
            all[bytes[index] as usize] = true;
            index += 1;
        }
        Self(all)
    }

    #[inline]
    pub(crate) fn contains(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte)) == Some(&true)
    }

    /// Where, from `at` on, the first of them stands.
    #[inline]
    pub(crate) fn find(&self, bytes: &[u8], mut at: usize) -> Option<usize> {
        while !self.contains(*bytes.get(at)?) {
            at += 1;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static VOWELS: ByteSet = ByteSet::of(b"aeiou\xff");

    #[test]
    fn a_set_has_its_bytes_and_no_others() {
        let found: Vec<u8> = (0..=255).filter(|byte| VOWELS.contains(*byte)).collect();
        assert_eq!(found, b"aeiou\xff");
    }

    #[test]
    fn the_first_one_from_a_place_on_is_found() {
        assert_eq!(VOWELS.find(b"bacon", 0), Some(1));
        assert_eq!(VOWELS.find(b"bacon", 2), Some(3));
        assert_eq!(VOWELS.find(b"bacon", 4), None);
        assert_eq!(VOWELS.find(b"bacon", 9), None);
    }
}
