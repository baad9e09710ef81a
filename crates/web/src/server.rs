//! Listens and answers.

#![expect(clippy::result_large_err, reason = "a refusal is an answer, made at most once per request")]

use crate::assets;
use crate::door::{Door, Refusal};
use crate::hub::Hub;
use crate::in_time::InTime;
use crate::journal;
use crate::lab::Lab;
use crate::limits::Limits;
use crate::places::Places;
use crate::room::Room;
use crate::socket;
use axum::Router;
use axum::extract::{Query, State, WebSocketUpgrade};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use katsura_engine::setup::at_first;
use katsura_games::GameSpec;
use katsura_mcts::Control;
use katsura_mcts::config::{path, presets, schema::Schema};
use serde_json::json;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How a server is set up.
pub struct Options {
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// A secret that every request must bring; needed unless the address is a loopback one.
    pub token: Option<String>,
    /// The folder with the records of experiments.
    pub results: PathBuf,
    /// What the server gives at most.
    pub limits: Limits,
    /// Where sentences for the operator go.
    pub journal: Arc<dyn Fn(&str) + Send + Sync>,
}

/// A server that listens, and answers once it [runs](Server::run).
pub struct Server {
    listener: std::net::TcpListener,
    site: Arc<Site>,
}

/// What every request needs.
struct Site {
    door: Door,
    hub: Arc<Hub>,
    /// One report is made at a time.
    reports: Semaphore,
}

impl Server {
    /// Listens at an address.
    ///
    /// # Errors
    /// If the address is taken or not ours, or a token is missing.
    pub fn bind(options: Options) -> Result<Self, String> {
        let Options { host, port, token, results, limits, journal } = options;
        let door = Door::new(host, token)?;
        let listener = std::net::TcpListener::bind((host, port)).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        let listener = listener.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => format!("port {port} is taken: choose another with --port"),
            _ => format!("{host}:{port}: {error}"),
        })?;
        let lab = Lab::new(results);
        give_back_large_blocks();
        let hub = Hub::new(limits, journal::limited(journal), lab);
        Ok(Server { listener, site: Arc::new(Site { door, hub, reports: Semaphore::new(1) }) })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `control` says stop.
    ///
    /// # Errors
    /// If the system refuses threads or the socket.
    pub fn run(self, control: &Control) -> io::Result<()> {
        let hub = Arc::clone(&self.site.hub);
        let workers: Vec<_> = (0..hub.limits.threads.max(1))
            .map(|number| {
                let hub = Arc::clone(&hub);
                std::thread::Builder::new().name(format!("search {number}")).spawn(move || hub.work())
            })
            .collect::<io::Result<_>>()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = runtime.block_on(async {
            tokio::select! {
                served = self.answer() => served,
                () = stopped(control) => Ok(()),
            }
        });
        hub.close();
        runtime.shutdown_timeout(Duration::from_millis(100));
        workers.into_iter().for_each(|worker| drop(worker.join()));
        served
    }

    async fn answer(self) -> io::Result<()> {
        let (site, hub) = (Arc::clone(&self.site), Arc::clone(&self.site.hub));
        let tidying = Arc::clone(&hub);
        tokio::spawn(async move {
            let mut clock = tokio::time::interval(Duration::from_millis(250));
            loop {
                clock.tick().await;
                tidying.tidy();
            }
        });
        let places = Places::new(hub.limits.connections);
        let listener = TcpListener::from_std(self.listener)?;
        let router = routes(site);
        loop {
            let Ok((stream, from)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let place = match places.take(from.ip()) {
                Ok(place) => place,
                Err(reason) => {
                    (hub.journal)(&reason);
                    continue;
                }
            };
            let _ = stream.set_nodelay(true);
            let (stream, router, request) = (InTime::new(stream, hub.limits.answer), router.clone(), hub.limits.request);
            tokio::spawn(async move {
                connection(stream, router, request).await;
                drop(place);
            });
        }
    }
}

async fn stopped(control: &Control) {
    while !control.is_stopped() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn connection(stream: InTime, router: Router, request: Duration) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(request).max_buf_size(16 << 10);
    // A request that is none ends its connection; there is nothing else to do about it.
    let _ = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).with_upgrades().await;
}

fn routes(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/ws", get(open_socket))
        .route("/api/about", get(about))
        .route("/api/experiments", get(experiments))
        .route("/api/report", get(report))
        .route("/api/game.sgf", get(game_record))
        .route("/api/tree.json", get(tree))
        .fallback(asset)
        .with_state(site)
}

type Parameters = Query<HashMap<String, String>>;

fn refusal(status: StatusCode, reason: &str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], reason.to_string()).into_response()
}

impl Site {
    /// Nothing if the request may be answered.
    fn check(&self, headers: &HeaderMap, parameters: &Parameters) -> Result<(), Response> {
        let token = parameters.get("token").map(String::as_str);
        self.door.check(headers, token).map_err(|refused: Refusal| {
            (self.hub.journal)(&format!("refused a request: {}", refused.reason()));
            let status = if refused == Refusal::Token { StatusCode::UNAUTHORIZED } else { StatusCode::FORBIDDEN };
            refusal(status, refused.reason())
        })
    }

    fn room(&self, parameters: &Parameters) -> Result<Arc<Room>, Response> {
        let room = parameters.get("session").and_then(|id| self.hub.find(id));
        room.ok_or_else(|| refusal(StatusCode::NOT_FOUND, "there is no such session"))
    }
}

const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

async fn asset(State(site): State<Arc<Site>>, method: Method, headers: HeaderMap, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return refusal(StatusCode::METHOD_NOT_ALLOWED, "only GET is answered");
    }
    let Some(asset) = assets::find(uri.path().trim_start_matches('/')) else {
        return refusal(StatusCode::NOT_FOUND, "there is nothing here");
    };
    // The page itself holds no secret; only the host is checked.
    if let Err(Refusal::Host) = site.door.check(&headers, None) {
        return refusal(StatusCode::FORBIDDEN, Refusal::Host.reason());
    }
    let headers = [
        (header::CONTENT_TYPE, asset.media_type),
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    (headers, asset.bytes).into_response()
}

/// What the page needs once: games, presets, their schemas.
static ABOUT: LazyLock<String> = LazyLock::new(|| {
    let presets: Vec<_> = presets()
        .iter()
        .map(|preset| json!({ "name": preset.name, "about": preset.about, "config": preset.config() }))
        .collect();
    let games = GameSpec::all();
    let titles: HashMap<_, _> = games.iter().map(|game| (game.about().name, game.customs().title)).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games.iter().map(at_first).collect::<Vec<_>>(),
        "titles": titles,
        "game_schema": Schema::of::<GameSpec>().as_value(),
        "presets": presets,
        "search_schema": path::schema().as_value(),
    })
    .to_string()
});

fn document(text: impl Into<String>) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], text.into()).into_response()
}

async fn about(State(site): State<Arc<Site>>, headers: HeaderMap, parameters: Parameters) -> Response {
    match site.check(&headers, &parameters) {
        Ok(()) => document(ABOUT.as_str()),
        Err(refused) => refused,
    }
}

async fn experiments(State(site): State<Arc<Site>>, headers: HeaderMap, parameters: Parameters) -> Response {
    if let Err(refused) = site.check(&headers, &parameters) {
        return refused;
    }
    blocking(move || document(site.hub.lab.catalogue().to_string())).await
}

async fn report(State(site): State<Arc<Site>>, headers: HeaderMap, parameters: Parameters) -> Response {
    if let Err(refused) = site.check(&headers, &parameters) {
        return refused;
    }
    let name = parameters.get("name").cloned().unwrap_or_default();
    let quick = parameters.contains_key("quick");
    let asked = Arc::clone(&site);
    let _turn = asked.reports.acquire().await;
    blocking(move || match site.hub.lab.report(&name, quick) {
        Ok(page) => {
            let headers = [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"),
            ];
            (headers, page).into_response()
        }
        Err(reason) => refusal(StatusCode::NOT_FOUND, &reason),
    })
    .await
}

async fn game_record(State(site): State<Arc<Site>>, headers: HeaderMap, parameters: Parameters) -> Response {
    let room = match site.check(&headers, &parameters).and_then(|()| site.room(&parameters)) {
        Ok(room) => room,
        Err(refused) => return refused,
    };
    match site.hub.ask(&room, |desk| desk.sgf()).await.flatten() {
        Ok(sgf) => attachment("application/x-go-sgf; charset=utf-8", "game.sgf", sgf),
        Err(reason) => refusal(StatusCode::CONFLICT, &reason),
    }
}

async fn tree(State(site): State<Arc<Site>>, headers: HeaderMap, parameters: Parameters) -> Response {
    let room = match site.check(&headers, &parameters).and_then(|()| site.room(&parameters)) {
        Ok(room) => room,
        Err(refused) => return refused,
    };
    let nodes = parameters.get("nodes").and_then(|text| text.parse().ok()).unwrap_or(10_000);
    match site.hub.ask(&room, move |desk| desk.export(nodes).map(|tree| tree.to_string())).await.flatten() {
        Ok(tree) => attachment("application/json", "tree.json", tree),
        Err(reason) => refusal(StatusCode::CONFLICT, &reason),
    }
}

fn attachment(media_type: &str, name: &str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_string()),
    ];
    (headers, text).into_response()
}

/// Makes the allocator hand large blocks back to the system when they are freed. By itself it takes to keeping them after the first one and then fills new
/// trees with zeros, so that they are in memory before they are used: 200 windows for a minute took 2273 MiB of a limit of 1024 (`tests/server.rs`).
fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: sets a parameter of the allocator, at any time, and does nothing else.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 17);
    }
}

/// Work that may wait for a slice or the disk.
async fn blocking(work: impl FnOnce() -> Response + Send + 'static) -> Response {
    let failed = |_| refusal(StatusCode::INTERNAL_SERVER_ERROR, "an error of this program");
    tokio::task::spawn_blocking(work).await.unwrap_or_else(failed)
}

async fn open_socket(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    parameters: Parameters,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(refused) = site.check(&headers, &parameters) {
        return refused;
    }
    let visit = socket::Visit::of(&parameters.0);
    let known = parameters.get("session").and_then(|id| site.hub.find(id));
    let is_new = known.is_none();
    let room = match known.map_or_else(|| site.hub.open(), Ok) {
        Ok(room) => room,
        Err(reason) => {
            (site.hub.journal)(&format!("refused a session: {reason}"));
            return refusal(StatusCode::SERVICE_UNAVAILABLE, &reason);
        }
    };
    let presence = room.enter();
    let visit = if is_new { visit.anew() } else { visit };
    let bytes = site.hub.limits.message_bytes;
    let hub = Arc::clone(&site.hub);
    upgrade.max_message_size(bytes).max_frame_size(bytes).max_write_buffer_size(16 << 20).on_upgrade(
        move |socket| async move {
            socket::talk(socket, &hub, &room, &visit).await;
            drop(presence);
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_end_of_a_session_closes_its_connections_at_once() {
        let options = Options {
            host: [127, 0, 0, 1].into(),
            port: 0,
            token: None,
            results: std::env::temp_dir().join("katsura-no-results"),
            limits: Limits { silent: Duration::from_secs(600), ..Limits::default() },
            journal: Arc::new(|_| {}),
        };
        let server = Server::bind(options).unwrap();
        let (hub, address, control) = (Arc::clone(&server.site.hub), server.address().unwrap(), Control::new());
        let until = control.clone();
        let thread = std::thread::spawn(move || server.run(&until));
        let stream = std::net::TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let (mut window, _) = tungstenite::client(format!("ws://{address}/api/ws?client=a"), stream).unwrap();
        let hello: serde_json::Value = serde_json::from_str(window.read().unwrap().to_text().unwrap()).unwrap();
        let room = hub.find(hello["data"]["session"].as_str().unwrap()).unwrap();
        let start = Instant::now();
        hub.end(&room);
        let close = std::iter::repeat_with(|| window.read().unwrap()).find(tungstenite::Message::is_close);
        assert!(close.is_some_and(|close| close.to_string().contains("the session has ended")));
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        control.stop();
        thread.join().unwrap().unwrap();
    }
}
