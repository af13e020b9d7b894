//! The command line, `llmparse json replies.jsonl --jsonl --threads 4`: what is asked for, and how to go about it.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use llmparse::{Decimal, Escapes, Limits, Options, ParseMode, Schema, SchemaCache};

use crate::auto::AutoArgs;
use crate::examples;

const EXIT_STATUS: &str = "\
Exit status:
  0  every reply was parsed
  1  some were not
  2  wrong usage
  3  reading the input or writing the output failed";

/// Turns what a language model said into the data that was asked for, and says what it had to do to get there.
#[derive(Parser)]
#[command(name = "llmparse", version, max_term_width = 100, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Read(Box<What>),
    /// Show the JSON of a reply with every repair and warning marked in place, then its value
    #[command(after_help = examples::EXPLAIN)]
    Explain(ExplainArgs),
    /// Print the completion script of a shell
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// What is read out of a reply.
#[derive(Subcommand)]
pub(crate) enum What {
    /// Read the JSON value of a reply, whatever stands around it and whatever is broken in it
    #[command(after_help = examples::JSON)]
    Json(With<JsonArgs>),
    /// Repair the JSON of a reply and print its text, spelled as it was
    #[command(after_help = examples::FIX)]
    Fix(With<FixArgs>),
    /// Read the first code fence of a reply
    #[command(after_help = examples::FENCE)]
    Fence(With<FenceArgs>),
    /// Split a reply into reasoning and content
    #[command(after_help = examples::REASONING)]
    Reasoning(With<ReasoningArgs>),
    /// Read a list of texts: bulleted, numbered, separated by commas, or JSON
    #[command(after_help = examples::LIST)]
    List(With<ListArgs>),
    /// Read what stands between XML-style tags, or all elements as a tree
    #[command(after_help = examples::XML)]
    Xml(With<XmlArgs>),
    /// Read the YAML value of a reply
    #[command(after_help = examples::YAML)]
    Yaml(With<YamlArgs>),
    /// Read CSV, or values separated by other marks, as a list of objects
    #[command(after_help = examples::CSV)]
    Csv(With<CsvArgs>),
    /// Read a Markdown table as a list of objects
    #[command(after_help = examples::TABLE)]
    Table(With<TableArgs>),
    /// Read pairs such as `Name: Ann` as an object
    #[command(after_help = examples::KV)]
    Kv(With<KvArgs>),
    /// Read which of some options the reply chose
    #[command(after_help = examples::CHOICE)]
    Choice(With<ChoiceArgs>),
    /// Read the number that the reply gives as its answer
    #[command(after_help = examples::NUMBER)]
    Number(With<NumberArgs>),
    /// Read the text of a reply, without lead-ins such as "Sure! Here's the answer:"
    #[command(after_help = examples::TEXT)]
    Text(With<TextArgs>),
    /// Tell what format a reply has, the most likely first, and why
    #[command(after_help = examples::DETECT)]
    Detect(With<DetectArgs>),
    /// Read a reply as the format that it looks like, made to fit fields and checked
    #[command(after_help = examples::AUTO)]
    Auto(With<AutoArgs>),
}

impl What {
    /// The options that every reading has.
    pub(crate) fn run(&self) -> &RunArgs {
        let (Self::Json(With { run, .. })
        | Self::Fix(With { run, .. })
        | Self::Fence(With { run, .. })
        | Self::Reasoning(With { run, .. })
        | Self::List(With { run, .. })
        | Self::Xml(With { run, .. })
        | Self::Yaml(With { run, .. })
        | Self::Csv(With { run, .. })
        | Self::Table(With { run, .. })
        | Self::Kv(With { run, .. })
        | Self::Choice(With { run, .. })
        | Self::Number(With { run, .. })
        | Self::Text(With { run, .. })
        | Self::Detect(With { run, .. })
        | Self::Auto(With { run, .. })) = self;
        run
    }
}

impl What {
    /// What the value has to fit, where it may have to.
    pub(crate) fn schema(&self) -> Option<&SchemaArgs> {
        match self {
            Self::Json(asked) => Some(&asked.own.schema),
            Self::Yaml(asked) => Some(&asked.own.schema),
            Self::Csv(asked) => Some(&asked.own.schema),
            Self::Table(asked) => Some(&asked.own.schema),
            Self::Kv(asked) => Some(&asked.own.schema),
            _ => None,
        }
    }
}

/// The options of one kind of reading, and those that every reading has.
#[derive(Args)]
pub(crate) struct With<T: Args> {
    #[command(flatten)]
    pub(crate) own: T,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Args)]
pub(crate) struct JsonArgs {
    #[command(flatten)]
    pub(crate) strictness: ModeArgs,
    /// Read every value of the reply, as a list
    #[arg(long, conflicts_with_all = ["schema", "schema_field"])]
    pub(crate) all: bool,
    /// Take the reply for the start of one that goes on: numbers, words and choices that are not closed are left out,
    /// texts are given as far as they go, what the schema asks for may be missing, and the row says whether the reply
    /// closed the value: `complete`
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// What the value has to fit.
#[derive(Args)]
pub(crate) struct SchemaArgs {
    /// Read a value that fits the JSON Schema in this file
    #[arg(long, value_name = "FILE", value_parser = read_schema)]
    pub(crate) schema: Option<Schema>,
    /// Take the JSON Schema of each reply from this field of its line
    #[arg(long, help_heading = JSONL, value_name = "NAME", requires = "jsonl", conflicts_with = "schema")]
    pub(crate) schema_field: Option<String>,
    /// How far a value may be changed to fit the schema
    #[arg(long, value_enum, default_value_t = Level::Normal)]
    pub(crate) level: Level,
    /// The schemas of the lines that were read last.
    #[arg(skip)]
    pub(crate) known: SchemaCache,
}

fn read_schema(path: &str) -> Result<Schema, String> {
    let text = std::fs::read_to_string(Path::new(path)).map_err(|error| error.to_string())?;
    Schema::from_text(&text).map_err(|error| error.to_string())
}

#[derive(Args)]
pub(crate) struct FixArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Args)]
pub(crate) struct FenceArgs {
    /// Read the first fence of this language
    #[arg(long, value_name = "NAME")]
    pub(crate) lang: Option<String>,
}

#[derive(Args)]
pub(crate) struct ReasoningArgs {
    /// The reply starts in reasoning, because the prompt opened it: what no mark closes is all reasoning
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// How far to depart from what stands there
    #[arg(long, value_enum, default_value_t = Mode::Lenient)]
    pub(crate) mode: Mode,
    #[command(flatten)]
    pub(crate) tolerance: ToleranceArgs,
    /// When to use colours
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub(crate) color: When,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    /// Keep the items as they are written: no lower case, no limit on their length, duplicates kept
    #[arg(long)]
    pub(crate) raw: bool,
    /// Read items under items as a tree: objects with `text` and `items`
    #[arg(long, conflicts_with_all = ["raw", "max_item_chars"])]
    pub(crate) nested: bool,
    /// Longest item that is kept, in characters
    #[arg(long, value_name = "N", default_value_t = 50, conflicts_with = "raw")]
    pub(crate) max_item_chars: usize,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct XmlArgs {
    /// A tag to look for; may be given several times. Without one, all elements are read as a tree
    #[arg(long = "tag", value_name = "NAME")]
    pub(crate) tags: Vec<String>,
    /// Read every occurrence of each tag, as a list
    #[arg(long, requires = "tags")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct YamlArgs {
    #[command(flatten)]
    pub(crate) strictness: ModeArgs,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) depth: DepthArgs,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct CsvArgs {
    /// A column that has to be there; may be given several times
    #[arg(long = "column", value_name = "NAME")]
    pub(crate) columns: Vec<String>,
    /// Take the first row as data, and give every row as a list
    #[arg(long, conflicts_with = "columns")]
    pub(crate) no_header: bool,
    /// The mark between the cells; found by itself if not given
    #[arg(long, value_name = "CHAR")]
    pub(crate) delimiter: Option<char>,
    #[command(flatten)]
    pub(crate) strictness: ModeArgs,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct TableArgs {
    /// A column that has to be there; may be given several times
    #[arg(long = "column", value_name = "NAME")]
    pub(crate) columns: Vec<String>,
    /// Read every table of the reply, as a list
    #[arg(long, conflicts_with_all = ["schema", "schema_field"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) strictness: ModeArgs,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct KvArgs {
    /// A key to look for; without any, every pair is read
    #[arg(long = "field-name", value_name = "NAME")]
    pub(crate) fields: Vec<String>,
    #[command(flatten)]
    pub(crate) strictness: ModeArgs,
    #[command(flatten)]
    pub(crate) schema: SchemaArgs,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct ChoiceArgs {
    /// An option that the reply may choose; give it once for each, or use `--option-text`
    #[arg(
        long = "option",
        value_name = "NAME",
        required_unless_present = "option_texts"
    )]
    pub(crate) options: Vec<String>,
    /// An option and what it says, as in `B=Paris`; the reply may name either
    #[arg(long = "option-text", value_name = "NAME=TEXT", value_parser = split_option, conflicts_with = "options")]
    pub(crate) option_texts: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

fn split_option(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=');
    let (name, text) = pair.ok_or("an option and its text have the form NAME=TEXT")?;
    Ok((name.to_owned(), text.to_owned()))
}

#[derive(Args)]
pub(crate) struct NumberArgs {
    /// Least number that is taken
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) min: Option<Decimal>,
    /// Greatest number that is taken
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max: Option<Decimal>,
    /// Take integers only
    #[arg(long)]
    pub(crate) integer: bool,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct DetectArgs {}

/// What the JSON engine is told.
#[derive(Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) tolerance: ToleranceArgs,
    #[command(flatten)]
    pub(crate) trace: TraceArgs,
}

#[derive(Args)]
pub(crate) struct ModeArgs {
    /// How far to depart from what stands there; what stands around the value is set aside in both modes
    #[arg(long, value_enum, default_value_t = Mode::Lenient)]
    pub(crate) mode: Mode,
}

#[derive(Args)]
pub(crate) struct TraceArgs {
    /// Say in the row where the value stood, where reasoning was, and how much work it was: `trace`
    #[arg(long)]
    pub(crate) trace: bool,
}

#[derive(Args)]
pub(crate) struct ToleranceArgs {
    /// Read a backslash before letters, as in `\frac`, as a LaTeX command and not as an escape
    #[arg(long)]
    pub(crate) latex: bool,
    #[command(flatten)]
    pub(crate) depth: DepthArgs,
}

impl ToleranceArgs {
    /// These settings together with `mode` and the size limit of `source`.
    pub(crate) fn options(&self, mode: Mode, source: &SourceArgs) -> Options {
        let escapes = if self.latex {
            Escapes::Latex
        } else {
            Escapes::Json
        };
        self.depth.options(mode, source).escapes(escapes)
    }
}

#[derive(Args)]
pub(crate) struct DepthArgs {
    /// Deepest nesting of arrays and objects that is read
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) max_depth: u16,
}

impl DepthArgs {
    /// This setting together with `mode` and the size limit of `source`.
    pub(crate) fn options(&self, mode: Mode, source: &SourceArgs) -> Options {
        let limits = source.limits().max_depth(self.max_depth.into());
        Options::default().mode(mode.into()).limits(limits)
    }
}

/// Where the replies come from.
#[derive(Args)]
pub(crate) struct SourceArgs {
    /// Where the input stands; `-` or nothing for stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Longest reply that is read, in bytes
    #[arg(long, value_name = "N", default_value_t = 64 << 20, value_parser = clap::value_parser!(u32).range(1..u32::MAX.into()))]
    max_bytes: u32,
}

impl SourceArgs {
    pub(crate) fn max_bytes(&self) -> usize {
        self.max_bytes as usize
    }

    pub(crate) fn limits(&self) -> Limits {
        Limits::default().max_bytes(self.max_bytes())
    }
}

/// The options that every reading has.
#[derive(Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Read one JSON object a line and write one row a line, in the same order
    ///
    /// A row starts with the other fields of its line, byte for byte; then come `ok`, `value`, `format`, `repairs`,
    /// `coercions` and `warnings`, or `ok` and `error`. A field of the line that has one of these names, or that of
    /// another field which the row has, gives way to the row's own. Spans count the bytes of the text, escapes
    /// resolved. A line that cannot be read gives a row that names it: `line`.
    #[arg(long, help_heading = JSONL)]
    pub(crate) jsonl: bool,
    /// The field that holds the text
    #[arg(long, help_heading = JSONL, value_name = "NAME", default_value = "text", requires = "jsonl")]
    pub(crate) field: String,
    /// How many threads work; 1 for none besides the main one [default: one for each core]
    #[arg(long, help_heading = JSONL, value_name = "N", requires = "jsonl")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write the rows that failed to this file too
    #[arg(long, help_heading = JSONL, value_name = "FILE", requires = "jsonl")]
    pub(crate) errors: Option<PathBuf>,
    /// When to show on stderr how far the work is
    #[arg(long, help_heading = JSONL, value_enum, value_name = "WHEN", default_value_t = When::Auto, requires = "jsonl")]
    pub(crate) progress: When,
    /// Say at the end, on stderr, how many replies were repaired or failed, and why
    #[arg(long, help_heading = JSONL, requires = "jsonl")]
    pub(crate) summary: bool,
}

const JSONL: &str = "JSON Lines";

/// How far a reading may depart from what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Only what a strict reader takes
    Strict,
    /// Damage is repaired, and every repair is recorded
    Lenient,
}

impl From<Mode> for ParseMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Strict => Self::Strict,
            Mode::Lenient => Self::Lenient,
        }
    }
}

/// How far a value may be changed so that it fits its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Not at all
    Strict,
    /// Where it cannot be misread
    Normal,
    /// Where it could be misread, too
    Lenient,
}

impl From<Level> for llmparse::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Strict => Self::Strict,
            Level::Normal => Self::Normal,
            Level::Lenient => Self::Lenient,
        }
    }
}

/// When something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    Always,
    Never,
}
