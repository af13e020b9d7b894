//! The keys that an object may have, in any spelling: `Order ID` is `order_id`.

use rustc_hash::FxHashMap;

use super::fold::fold;

/// The properties of one schema by their folded names and aliases.
#[derive(Debug, Default)]
pub(crate) struct KeyNames(FxHashMap<Box<str>, Option<KeyName>>);

/// Which property a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyName {
    pub(crate) property: usize,
    pub(crate) is_alias: bool,
}

/// A key is a spelling of several properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeveralNames;

impl KeyNames {
    /// Names and aliases, each with the property that it is of. What is the name of two of them is none.
    pub(crate) fn new<'n>(
        names: impl IntoIterator<Item = (&'n str, usize)>,
        aliases: impl IntoIterator<Item = (&'n str, usize)>,
    ) -> Self {
        let mut all = Self::default();
        for (name, property) in names {
            all.add(name, property, false);
        }
        for (alias, property) in aliases {
            all.add(alias, property, true);
        }
        all
    }

    fn add(&mut self, name: &str, property: usize, is_alias: bool) {
        let new = KeyName { property, is_alias };
        let known = self.0.entry(fold(name).into()).or_insert(Some(new));
        if known.is_some_and(|known| known.property != property) {
            *known = None;
        }
    }

    /// The only property that `key` is a spelling of, or an error if there are several.
    pub(crate) fn find(&self, key: &str) -> Result<Option<KeyName>, SeveralNames> {
        match self.0.get(fold(key).as_str()) {
            None => Ok(None),
            Some(Some(name)) => Ok(Some(*name)),
            Some(None) => Err(SeveralNames),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_properties_are_called_is_neither() {
        let names = [("amount", 0), ("count", 1)];
        let names = KeyNames::new(names, [("Total", 0), ("sum", 0), ("sum", 1)]);
        let alias = KeyName {
            property: 0,
            is_alias: true,
        };
        assert_eq!(names.find("TOTAL"), Ok(Some(alias)));
        assert_eq!(names.find("Count").unwrap().unwrap().property, 1);
        assert_eq!(names.find("sum"), Err(SeveralNames));
        assert_eq!(names.find("price"), Ok(None));
    }
}
