//! A browser at a server that runs.

use crate::chrome::Chrome;
use katsura_mcts::Control;
use katsura_web::{Limits, Options, Server};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A browser at a server.
pub struct Stage {
    pub chrome: Chrome,
    axe: String,
    pub shots: PathBuf,
    pub folder: PathBuf,
    house: House,
}

/// A server that runs.
struct House {
    at: SocketAddr,
    control: Control,
    journal: Arc<Mutex<Vec<String>>>,
    thread: JoinHandle<std::io::Result<()>>,
}

impl House {
    fn new(port: u16, token: Option<&str>, results: PathBuf) -> Self {
        let journal = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&journal);
        let server = Server::bind(Options {
            host: [127, 0, 0, 1].into(),
            port,
            token: token.map(str::to_string),
            results,
            limits: Limits::default(),
            journal: Arc::new(move |line| lines.lock().unwrap().push(line.to_string())),
        });
        let server = server.unwrap();
        let (at, control) = (server.address().unwrap(), Control::new());
        let until = control.clone();
        House { at, control, journal, thread: std::thread::spawn(move || server.run(&until)) }
    }

    /// Ends the server, which has refused nothing.
    fn end(self) -> SocketAddr {
        self.control.stop();
        self.thread.join().unwrap().unwrap();
        assert_eq!(*self.journal.lock().unwrap(), Vec::<String>::new(), "no refusal");
        self.at
    }
}

impl Stage {
    fn new(program: &str, axe: &str, token: Option<&str>) -> Self {
        static STAGES: AtomicUsize = AtomicUsize::new(0);
        let shots = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../page");
        let number = STAGES.fetch_add(1, Relaxed);
        let folder = std::env::temp_dir().join(format!("katsura-page-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let house = House::new(0, token, folder.join("results"));
        let mut chrome = Chrome::start(program, &folder.join("profile"));
        chrome.resize(1280, 800);
        let axe = std::fs::read_to_string(axe).expect("the checker of accessibility");
        Stage { chrome, axe, shots, folder, house }
    }

    pub fn address(&self) -> String {
        format!("http://{}/", self.house.at)
    }

    /// Ends the server and starts another one in its place, with what was not answered meanwhile.
    pub fn restart_server(self, meanwhile: impl FnOnce(&mut Chrome)) -> Self {
        let Stage { mut chrome, axe, shots, folder, house } = self;
        let at = house.end();
        chrome.wait("document.querySelector('#link').classList.contains('lost')");
        meanwhile(&mut chrome);
        let house = House::new(at.port(), None, folder.join("results"));
        Stage { chrome, axe, shots, folder, house }
    }

    /// What a click saves in a file of this name.
    pub fn saved_by(&mut self, selector: &str, name: &str) -> String {
        let file = self.folder.join("downloads").join(name);
        let _ = std::fs::remove_file(&file);
        let parameters = json!({ "behavior": "allow", "downloadPath": file.parent() });
        self.chrome.call("Page.setDownloadBehavior", parameters);
        self.chrome.click(selector);
        let start = Instant::now();
        while !std::fs::read(&file).is_ok_and(|bytes| !bytes.is_empty()) {
            let told = self.chrome.eval("document.querySelector('#toast').textContent");
            assert!(start.elapsed() < Duration::from_secs(60), "{selector} saves {name}, and does not tell {told}");
            std::thread::sleep(Duration::from_millis(50));
        }
        std::fs::read_to_string(file).unwrap()
    }

    /// The page is gone, and nobody has complained.
    pub fn end(mut self) {
        assert_eq!(std::mem::take(&mut self.chrome.complaints), Vec::<String>::new(), "no complaint in the console");
        self.house.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    pub fn shoot(&mut self, name: &str) {
        for (size, width, height) in [("wide", 1280, 800), ("narrow", 390, 844)] {
            self.chrome.resize(width, height);
            self.chrome.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
            let path = self.shots.join(format!("{name}-{size}.png"));
            self.chrome.screenshot(&path);
            let wider = self.chrome.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(wider, 0, "{name} is cut off at {width} pixels");
        }
        self.chrome.resize(1280, 800);
    }

    /// No serious finding of axe-core in what is shown.
    pub fn check_accessibility(&mut self, what: &str) {
        let axe = self.axe.clone();
        self.chrome.eval(&format!("if (!window.axe) {{ {axe} }}; true"));
        let found = self.chrome.eval(
            "axe.run(document, { resultTypes: ['violations'], iframes: false }).then(r => r.violations\
             .filter(v => ['serious', 'critical'].includes(v.impact))\
             .map(v => [v.id, v.nodes.slice(0, 4).map(n => n.html + ' ' + n.failureSummary)]))",
        );
        assert_eq!(found, json!([]), "{what}: {found:#}");
    }

    /// Time that the page's thread has spent on tasks.
    pub fn task_seconds(&mut self) -> f64 {
        let metrics = self.chrome.call("Performance.getMetrics", json!({}));
        let all = metrics["metrics"].as_array().cloned().unwrap_or_default();
        all.iter().find(|metric| metric["name"] == "TaskDuration").and_then(|metric| metric["value"].as_f64()).unwrap_or(0.0)
    }

    pub fn state(&mut self, field: &str) -> Value {
        self.chrome.eval(&format!("katsura.state.{field}"))
    }

    pub fn view(&mut self, name: &str) {
        self.chrome.click(&format!("nav [data-view={name}]"));
    }

    /// A new game through the dialog: the first player is a person.
    pub fn new_game(&mut self, game: &str, size: u32, opponent: &str, simulations: u32) {
        self.chrome.click("#new");
        self.chrome.click(&format!("#new-game input[value={game}]"));
        self.chrome.eval(&format!(
            "(() => {{ const set = (e, v) => {{ e.value = v; e.dispatchEvent(new Event('change', {{ bubbles: true }})); }}; \
             set(document.querySelector('#new-game-form [name=size]'), {size}); set(document.querySelector('#new-seat-0 select'), ''); \
             set(document.querySelector('#new-seat-1 select'), '{opponent}'); set(document.querySelector('#new-seat-1 input'), {simulations}); }})()"
        ));
        self.chrome.click("#new-game-start");
        self.chrome.wait(&format!("katsura.state.game.name === '{game}' && katsura.state.moves.length === 0 && !document.querySelector('dialog[open]')"));
    }

    /// Clicks cells until the game is over; what is not a cell is a button.
    pub fn play_by_clicking(&mut self, clicks: usize) {
        for turn in 0..400 {
            self.chrome.wait("katsura.state.turn !== 1");
            if self.state("turn").is_null() {
                return;
            }
            let before = self.state("moves.length").as_u64().unwrap_or(0);
            let legal =
                "katsura.state.board.cells.map((c, i) => katsura.state.legal.includes(c.move) ? i : -1).filter(i => i >= 0)";
            let cells = self.chrome.eval(legal);
            let cells = cells.as_array().unwrap();
            if turn < clicks && !cells.is_empty() {
                let cell = &cells[(turn * 37 + 11) % cells.len()];
                self.chrome.click(&format!("#board .target[data-cell='{cell}']"));
            } else {
                self.chrome.click("#extra-moves button");
            }
            self.chrome.wait(&format!("katsura.state.moves.length > {before}"));
        }
        panic!("the game does not end");
    }
}

/// A browser at a server, if there is a browser.
pub fn stage(token: Option<&str>) -> Option<Stage> {
    let (Ok(program), Ok(axe)) = (std::env::var("KATSURA_CHROMIUM"), std::env::var("KATSURA_AXE")) else {
        eprintln!("KATSURA_CHROMIUM or KATSURA_AXE is not set: the page is not tested");
        return None;
    };
    Some(Stage::new(&program, &axe, token))
}
