//! `katsura serve`

use crate::failure::Failure;
use crate::print;
use crate::progress::interruptible;
use clap::Args;
use katsura_mcts::Control;
use katsura_web::{Limits, Options, Server};
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
        if self.open && !opened(&address) {
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
        let token = self.token.as_ref().map(|token| format!("#token={token}")).unwrap_or_default();
        format!("http://{host}:{}/{token}", at.port())
    }
}

fn opened(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        ("cmd", &["/c", "start"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
