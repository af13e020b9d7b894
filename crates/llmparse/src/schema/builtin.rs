//! Shapes of replies that come up again and again: an answer, a call of a tool, a search result, ranked answers.
//!
//! ```text
//!     {"answer": "Oslo", "sources": ["atlas"], "confidence": "85%"}
//! ```

mod answer;
mod fraction;
mod ranked;
mod retrieval;
mod tool_call;

pub use answer::Answer;
pub use ranked::RankedAnswers;
pub use retrieval::RetrievalResult;
pub use tool_call::ToolCallRequest;

use super::Schema;

/// A schema that stands in the source; a test reads each of them.
fn known(text: &str) -> Schema {
    Schema::from_text(text).unwrap_or_else(|_| Schema::from_fields([]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_is_right_and_its_example_fits() {
        for schema in [
            Answer::schema(),
            ToolCallRequest::schema(),
            RetrievalResult::schema(),
            RankedAnswers::schema(),
        ] {
            assert!(schema.name().is_some(), "{schema:?}");
            assert_eq!(schema.check(&schema.example()), []);
            assert_eq!(schema.unchecked(), Vec::<String>::new());
        }
    }

    #[test]
    fn every_example_is_read_into_its_type() {
        fn read<T: serde::de::DeserializeOwned>(schema: &Schema) -> bool {
            T::deserialize(&schema.example()).is_ok()
        }
        assert!(read::<Answer>(&Answer::schema()));
        assert!(read::<ToolCallRequest>(&ToolCallRequest::schema()));
        assert!(read::<RetrievalResult>(&RetrievalResult::schema()));
        assert!(read::<RankedAnswers>(&RankedAnswers::schema()));
    }
}
