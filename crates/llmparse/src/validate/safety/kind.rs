//! The kinds of findings: `credit-card`, `api-key`, `prompt-injection`, with the place of each.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::span::Span;
use crate::validate::result::ValidationStatus;

/// How grave a finding is.
///
/// ```
/// assert!(llmparse::Severity::Low < llmparse::Severity::High);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// Worth a look.
    Low,
    /// The reply should not be passed on.
    High,
}

impl Severity {
    pub(crate) fn status(self) -> ValidationStatus {
        match self {
            Self::Low => ValidationStatus::Warning,
            Self::High => ValidationStatus::Failed,
        }
    }
}

/// What was found.
///
/// ```
/// use llmparse::SafetyKind;
/// assert_eq!(SafetyKind::CreditCard.code(), "credit-card");
/// assert_eq!(SafetyKind::ApiKey { provider: "aws" }.to_string(), "api-key:aws");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SafetyKind {
    /// The number of a payment card.
    CreditCard,
    /// A US social security number.
    Ssn,
    /// An e-mail address.
    Email,
    /// A key of a service.
    ApiKey {
        /// The service, such as `openai`.
        provider: &'static str,
    },
    /// A block that holds a private key.
    PrivateKey,
    /// A password, or another secret that is named as one.
    Password,
    /// What stands behind `Bearer`.
    BearerToken,
    /// A JSON Web Token.
    Jwt,
    /// An instruction meant to make a model break its rules.
    PromptInjection,
    /// The word jailbreak, as a topic.
    JailbreakTopic,
    /// A model says that it cannot know, or made something up.
    HallucinationMarker,
}

/// What a result of the safety check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Hallucination,
    Leak,
    Injection,
}

impl SafetyKind {
    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::SafetyKind::BearerToken.code(), "bearer-token");
    /// ```
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::CreditCard => "credit-card",
            Self::Ssn => "ssn",
            Self::Email => "email",
            Self::ApiKey { .. } => "api-key",
            Self::PrivateKey => "private-key",
            Self::Password => "password",
            Self::BearerToken => "bearer-token",
            Self::Jwt => "jwt",
            Self::PromptInjection => "prompt-injection",
            Self::JailbreakTopic => "jailbreak-topic",
            Self::HallucinationMarker => "hallucination-marker",
        }
    }

    /// How grave it is.
    ///
    /// ```
    /// use llmparse::{SafetyKind, Severity};
    /// assert_eq!(SafetyKind::PrivateKey.severity(), Severity::High);
    /// assert_eq!(SafetyKind::HallucinationMarker.severity(), Severity::Low);
    /// ```
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::JailbreakTopic | Self::HallucinationMarker => Severity::Low,
            _ => Severity::High,
        }
    }

    pub(super) fn family(self) -> Family {
        match self {
            Self::HallucinationMarker => Family::Hallucination,
            Self::PromptInjection | Self::JailbreakTopic => Family::Injection,
            _ => Family::Leak,
        }
    }

    /// Of two findings for one place, the one with the lower rank says more.
    fn rank(self) -> u8 {
        match self {
            Self::PrivateKey => 0,
            Self::ApiKey { .. } => 1,
            Self::Jwt => 2,
            Self::CreditCard => 3,
            Self::Ssn => 4,
            Self::BearerToken => 5,
            Self::Password => 6,
            Self::Email => 7,
            Self::PromptInjection => 8,
            Self::HallucinationMarker => 9,
            Self::JailbreakTopic => 10,
        }
    }
}

/// The code, and the provider of a key: `api-key:aws`.
impl fmt::Display for SafetyKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ApiKey { provider } => write!(formatter, "{}:{provider}", self.code()),
            _ => formatter.pad(self.code()),
        }
    }
}

impl Serialize for SafetyKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Something that was found, and where.
///
/// ```
/// let text = "SSN: 536-22-1145";
/// let finding = &llmparse::scan_safety(text)[0];
/// assert_eq!((finding.kind.code(), finding.span.of(text)), ("ssn", "536-22-1145"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SafetyFinding {
    /// What it is.
    pub kind: SafetyKind,
    /// Where it stands in the text that was searched.
    pub span: Span,
    /// Which text of the data was searched, as a JSON Pointer such as `/users/0/mail`; none for the reply itself.
    pub pointer: Option<String>,
}

impl SafetyFinding {
    pub(super) fn new(kind: SafetyKind, start: usize, end: usize) -> Self {
        Self {
            kind,
            span: Span::new(start, end),
            pointer: None,
        }
    }

    /// Takes the place of `other` as well, and its kind if that says more.
    pub(super) fn merge(&mut self, other: Self) {
        if other.kind.rank() < self.kind.rank() {
            self.kind = other.kind;
        }
        let start = self.span.start().min(other.span.start());
        self.span = Span::new(start, self.span.end().max(other.span.end()));
    }
}
