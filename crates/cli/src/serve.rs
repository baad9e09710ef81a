//! `katsura serve`

use crate::failure::Failure;
use crate::print;
use crate::progress::interruptible;
use clap::Args;
use katsura_mcts::Control;
use katsura_web::{Limits, Options, Server};
use std::ffi::OsStr;
use std::fs::DirBuilder;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura serve --open\n  katsura serve --port 8000 --results results\n  \
    katsura serve --host 0.0.0.0 --token \"$SECRET\"")]
pub struct Serve {
    /// The port to listen at.
    #[arg(long, value_name = "N", default_value_t = 7878)]
    port: u16,
    /// The address to listen at; one that other machines reach wants --token.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// A secret that every request must bring.
    #[arg(long, value_name = "SECRET")]
    token: Option<String>,
    /// The folder with the records of experiments; those started on the page are written there.
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
    /// Threads that search, for all windows together; all cores but one if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// MiB of all search trees together.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory: u64,
}

impl Serve {
    pub fn run(&self) -> Result<(), Failure> {
        let default = Limits::default();
        let threads = self.threads.map_or(default.threads, usize::from);
        let options = Options {
            host: self.host,
            port: self.port,
            token: self.token.clone(),
            results: self.results.clone(),
            limits: Limits { threads, memory_mib: self.memory, ..default },
            journal: Arc::new(|sentence| eprintln!("katsura: {sentence}")),
        };
        let server = Server::bind(options).map_err(Failure::Usage)?;
        let address = self.address(server.address()?);
        print::line(&format!("Katsura is at {address} (Ctrl-C ends it)"))?;
        let opened = if self.open { Some(self.open(&address)) } else { None };
        if matches!(opened, Some(Err(_))) {
            eprintln!("katsura: no browser could be started; open the address yourself");
        }
        let control = Control::new();
        interruptible(&control, || server.run(&control))?;
        Ok(())
    }

    fn address(&self, at: SocketAddr) -> String {
        let host = match at.ip() {
            ip if ip.is_unspecified() => "localhost".to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
            IpAddr::V4(ip) => ip.to_string(),
        };
        let token = self.token.as_ref().map(|token| format!("#token={}", encoded(token))).unwrap_or_default();
        format!("http://{host}:{}/{token}", at.port())
    }

    /// Opens the page in the browser. No secret is among the arguments of what starts it, which everybody on this machine can read.
    fn open(&self, address: &str) -> io::Result<Option<Note>> {
        let note = if self.token.is_some() { Some(Note::of(address)?) } else { None };
        let place = note.as_ref().map_or(OsStr::new(address), |note| note.file.as_os_str());
        let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
            ("open", &[])
        } else if cfg!(target_os = "windows") {
            ("cmd", &["/c", "start"])
        } else {
            ("xdg-open", &[])
        };
        let mut command = Command::new(program);
        command.args(arguments).arg(place).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(note)
    }
}

/// A page that leads to an address, in a folder that nobody else can read, as long as this lives.
struct Note {
    folder: PathBuf,
    file: PathBuf,
}

impl Note {
    /// Fails if the folder is there already: it may be another's.
    fn of(address: &str) -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("katsura-open-{}", std::process::id()));
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?;
        let note = Note { file: folder.join("katsura.html"), folder };
        let page = format!("<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={address}\">\n");
        std::fs::write(&note.file, page).map(|()| note)
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The text as a part of an address.
fn encoded(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(letter).collect()
}
