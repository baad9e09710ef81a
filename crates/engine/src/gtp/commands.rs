//! The table of commands.

use super::response::{body, head, response};
use super::{Arguments, Failure, Request, Signals};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What a command answers.
pub type Answer = Result<String, Failure>;

/// What to do while nothing waits to be answered.
type Idle<S> = Box<dyn Fn(&mut S, &Signals) + Send + Sync>;

type Handler<S> = Box<dyn Fn(&mut S, &mut Call<'_>) -> Answer + Send + Sync>;

/// Commands that the table answers itself.
const OWN: [&str; 6] = ["known_command", "list_commands", "name", "protocol_version", "quit", "version"];

/// The commands of an engine by name, over sessions of type `S`.
///
/// The table itself answers `protocol_version`, `name`, `version`, `known_command`, `list_commands` and `quit`.
///
/// ```
/// use katsura_engine::gtp::{Commands, Flow, Request, Signals};
///
/// let mut commands: Commands<f64> = Commands::new("Example", "1.0");
/// commands.add("komi", |komi, call| {
///     *komi = call.arguments.float()?;
///     Ok(String::new())
/// });
/// let (mut komi, mut out) = (0.0, Vec::new());
/// for line in ["1 komi 7.5", "2 komi much", "list_commands"] {
///     let request = Request::parse(line.as_bytes()).unwrap();
///     commands.answer(&mut komi, &request, &Signals::default(), &mut out).unwrap();
/// }
/// let expected = "=1 \n\n?2 syntax error\n\n= known_command\nkomi\nlist_commands\nname\nprotocol_version\nquit\nversion\n\n";
/// assert_eq!(String::from_utf8(out).unwrap(), expected);
/// assert_eq!(komi, 7.5);
/// ```
pub struct Commands<S> {
    name: String,
    version: String,
    handlers: BTreeMap<String, Handler<S>>,
    idle: Option<Idle<S>>,
}

/// Whether to go on after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// More commands may come.
    Continue,
    /// The controller has said `quit`.
    Quit,
}

impl<S> Commands<S> {
    /// The table of an engine of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Commands { name: name.into(), version: version.into(), handlers: BTreeMap::new(), idle: None }
    }

    /// Adds a command.
    ///
    /// # Panics
    /// If the name is empty, has spaces, or is taken.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        handler: impl Fn(&mut S, &mut Call<'_>) -> Answer + Send + Sync + 'static,
    ) {
        let name = name.into();
        assert!(!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "'{name}' is no name");
        assert!(!self.knows(&name), "there are two commands {name}");
        self.handlers.insert(name, Box::new(handler));
    }

    /// Sets what to do before a line is waited for. It must end soon when one waits ([`Signals::is_waiting`]).
    pub fn on_idle(&mut self, idle: impl Fn(&mut S, &Signals) + Send + Sync + 'static) {
        self.idle = Some(Box::new(idle));
    }

    pub(super) fn idle(&self, session: &mut S, signals: &Signals) {
        if let Some(idle) = &self.idle {
            idle(session, signals);
        }
    }

    /// Whether there is a command of this name.
    pub fn knows(&self, name: &str) -> bool {
        OWN.contains(&name) || self.handlers.contains_key(name)
    }

    /// All names in alphabetical order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = OWN.into_iter().chain(self.handlers.keys().map(String::as_str)).collect();
        names.sort_unstable();
        names
    }

    /// Carries out one command and writes exactly one answer.
    ///
    /// # Errors
    /// If the answer cannot be written.
    pub fn answer(&self, session: &mut S, request: &Request, signals: &Signals, out: &mut dyn Write) -> io::Result<Flow> {
        let arguments = Arguments::new(&request.arguments);
        let mut call = Call { arguments, signals, id: request.id, out, begun: false, error: None };
        let answer = match self.handlers.get(&request.name) {
            Some(handler) => handler(session, &mut call),
            None => self.own(&request.name, &mut call.arguments),
        };
        call.end(answer)?;
        Ok(if request.name == "quit" { Flow::Quit } else { Flow::Continue })
    }

    fn own(&self, name: &str, arguments: &mut Arguments<'_>) -> Answer {
        match name {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok(self.name.clone()),
            "version" => Ok(self.version.clone()),
            "known_command" => Ok(self.knows(arguments.optional().unwrap_or_default()).to_string()),
            "list_commands" => Ok(self.names().join("\n")),
            "quit" => Ok(String::new()),
            _ => Err(Failure::UnknownCommand),
        }
    }
}

/// One call of a command: its arguments, and the way to answer line by line before it ends.
pub struct Call<'a> {
    /// The arguments.
    pub arguments: Arguments<'a>,
    /// What arrives in the meantime.
    pub signals: &'a Signals,
    id: Option<u32>,
    out: &'a mut dyn Write,
    begun: bool,
    error: Option<io::Error>,
}

impl Call<'_> {
    /// Sends the beginning of a successful answer at once, for commands that answer line by line. Such a command cannot fail
    /// any more.
    pub fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            let head = head('=', self.id);
            self.write(&format!("{head}\n"));
        }
    }

    /// Sends one line of the answer at once. Returns false if nobody reads any more.
    pub fn line(&mut self, text: &str) -> bool {
        self.begin();
        let text = body(text.trim());
        if !text.is_empty() {
            self.write(&format!("{text}\n"));
        }
        self.error.is_none()
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).err();
        }
    }

    fn end(mut self, answer: Answer) -> io::Result<()> {
        if self.begun {
            self.line(&answer.unwrap_or_default());
            self.write("\n");
        } else {
            let (sign, text) = match answer {
                Ok(text) => ('=', text),
                Err(failure) => ('?', failure.to_string().lines().collect::<Vec<_>>().join(" ")),
            };
            self.write(&response(sign, self.id, &text));
        }
        self.error.map_or(Ok(()), Err)
    }
}
