//! The names that few edits make of a word, out of many, by their common beginnings: `hgih` is `high`.

/// How many names and letters of them are looked at for one word, at most.
const MOST_STEPS: usize = 4096;

/// Names in order, so that those with a common beginning stand together.
#[derive(Debug)]
pub(super) struct Nearest {
    names: Vec<(Vec<char>, usize)>,
}

impl Nearest {
    /// Names, each with its number.
    pub(super) fn new<'n>(names: impl Iterator<Item = (&'n str, usize)>) -> Self {
        let mut names: Vec<(Vec<char>, usize)> = names
            .map(|(name, index)| (name.chars().collect(), index))
            .collect();
        names.sort_unstable();
        Self { names }
    }

    /// The numbers of the names at most `most` edits away from `word`, with how many; none where too many are alike.
    /// Neighbours in another order are one edit.
    pub(super) fn find(&self, word: &str, most: usize) -> Vec<(usize, usize)> {
        let mut table = Table::new(word, most);
        let (mut found, mut at, mut steps) = (Vec::new(), 0, 0);
        while let Some((name, index)) = self.names.get(at) {
            table.keep(name);
            steps += 1;
            let rest = name.get(table.path.len()..).unwrap_or_default();
            for letter in rest {
                if table.is_over() || steps >= MOST_STEPS {
                    break;
                }
                table.push(*letter);
                steps += 1;
            }
            if steps >= MOST_STEPS {
                return Vec::new();
            }
            if table.is_over() {
                at += self.count_from(at, &table.path);
                continue;
            }
            found.extend(table.edits().map(|edits| (*index, edits)));
            at += 1;
        }
        found
    }

    /// How many names from `at` on start with `path`.
    fn count_from(&self, at: usize, path: &[char]) -> usize {
        let names = self.names.get(at..).unwrap_or_default();
        let count = names.partition_point(|(name, _)| name.starts_with(path));
        count.max(1)
    }
}

/// How many edits apart the beginnings of a word are from those of a path: a row for each letter of the path, and one
/// before them.
struct Table {
    word: Vec<char>,
    most: usize,
    path: Vec<char>,
    cells: Vec<usize>,
    /// The least of each row.
    least: Vec<usize>,
}

impl Table {
    fn new(word: &str, most: usize) -> Self {
        let word: Vec<char> = word.chars().collect();
        Self {
            cells: (0..=word.len()).collect(),
            word,
            most,
            path: Vec::new(),
            least: vec![0],
        }
    }

    fn width(&self) -> usize {
        self.word.len() + 1
    }

    /// Goes back to what the path has in common with `name`.
    fn keep(&mut self, name: &[char]) {
        let both = self.path.iter().zip(name);
        let common = both.take_while(|(left, right)| left == right).count();
        self.path.truncate(common);
        self.least.truncate(common + 1);
        self.cells.truncate((common + 1) * self.width());
    }

    fn push(&mut self, letter: char) {
        let depth = self.least.len();
        let mut left_out = depth;
        let mut least = depth;
        self.cells.push(depth);
        for place in 0..self.word.len() {
            let Some(own) = self.word.get(place).copied() else {
                break;
            };
            let changed = self.above(1, place + 1, depth) + usize::from(own != letter);
            let added = self.above(1, place + 2, depth) + 1;
            let edits = changed.min(added).min(left_out + 1);
            let edits = edits.min(self.swapped(place, (own, letter), depth));
            self.cells.push(edits);
            left_out = edits;
            least = least.min(edits);
        }
        self.path.push(letter);
        self.least.push(least);
    }

    /// The cell `rows` above the row at `depth`, the first of it being number 1.
    fn above(&self, rows: usize, number: usize, depth: usize) -> usize {
        let cell = (depth - rows) * self.width() + number - 1;
        self.cells.get(cell).copied().unwrap_or(usize::MAX / 2)
    }

    /// The edits if the last two letters of both stand in another order.
    fn swapped(&self, place: usize, (own, letter): (char, char), depth: usize) -> usize {
        let before = place.checked_sub(1).and_then(|place| self.word.get(place));
        if before == Some(&letter) && self.path.last() == Some(&own) && depth > 1 {
            self.above(2, place, depth) + 1
        } else {
            usize::MAX / 2
        }
    }

    /// Whether no name that starts with the path is near.
    fn is_over(&self) -> bool {
        let mut least = self.least.iter().rev();
        let is_far = least.next().is_some_and(|edits| *edits > self.most);
        is_far && least.next().is_none_or(|edits| *edits >= self.most)
    }

    fn edits(&self) -> Option<usize> {
        let edits = self.cells.last().copied()?;
        (edits <= self.most).then_some(edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::distance;

    #[test]
    fn it_finds_what_a_look_at_every_name_finds() {
        let names = [
            "high", "higher", "hihg", "low", "a", "", "medium", "mediun", "sky", "hi", "gh",
        ];
        let nearest = Nearest::new(names.into_iter().zip(0..));
        for word in ["hgih", "high", "lo", "mediunm", "", "xyz", "ihgh", "ghi"] {
            for most in 0..4 {
                let mut found = nearest.find(word, most);
                found.sort_unstable();
                let each = names.iter().enumerate();
                let wanted: Vec<(usize, usize)> = each
                    .filter_map(|(index, name)| Some((index, distance(word, name, most)?)))
                    .collect();
                assert_eq!(found, wanted, "{word} {most}");
            }
        }
    }

    #[test]
    fn many_names_that_are_alike_are_not_looked_at_one_by_one() {
        let names: Vec<String> = (0..20_000)
            .map(|index| format!("member{index:05}"))
            .collect();
        let nearest = Nearest::new(names.iter().map(String::as_str).zip(0..));
        assert_eq!(nearest.find("mmeber12345", 1), [(12345, 1)]);
        assert!(nearest.find("mmeber12345", 4).is_empty());
    }
}
