//! YAML in a reply, in a fence or as all of it: `name: Ada`.

use serde::de::DeserializeOwned;

use super::error::ParseError;
use super::options;

/// Reads the YAML of a reply into `T`.
///
/// # Errors
///
/// [`ParseError::Unparseable`] when there is no YAML, [`ParseError::DeserializationFailed`] when it is not a `T`, and
/// the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_yaml;
///
/// #[derive(serde::Deserialize)]
/// struct Person { name: String, age: u8 }
///
/// let person: Person = parse_yaml("```yaml\nname: Ada\nage: 36\n```").unwrap();
/// assert_eq!((person.name.as_str(), person.age), ("Ada", 36));
/// ```
pub fn parse_yaml<T: DeserializeOwned>(response: &str) -> Result<T, ParseError> {
    Ok(llmparse::parse_yaml_with_options(
        response,
        &options::defaults(),
    )?)
}
