//! A small driver of headless Chromium over the DevTools protocol.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long a page may take to do something, on a machine that does other things too.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Chrome {
    child: Child,
    socket: WebSocket<TcpStream>,
    session: String,
    calls: u64,
    /// What the page complained about.
    pub complaints: Vec<String>,
}

impl Chrome {
    /// Starts a browser with one empty page.
    pub fn start(program: &str, profile: &Path) -> Self {
        let mut child = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-extensions"])
            .args(["--remote-debugging-port=0", "--hide-scrollbars", "--force-device-scale-factor=1"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let lines = BufReader::new(child.stderr.take().expect("its messages")).lines();
        let mut lines = lines.map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_string));
        let address = address.expect("Chromium listens");
        std::thread::spawn(move || lines.for_each(drop));
        let host = address.trim_start_matches("ws://").split('/').next().expect("a host").to_string();
        let stream = TcpStream::connect(host).expect("a connection to Chromium");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let (socket, _) = tungstenite::client(address, stream).expect("a conversation with Chromium");
        let mut chrome = Chrome { child, socket, session: String::new(), calls: 0, complaints: Vec::new() };
        let target = chrome.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = chrome.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        chrome.session = attached["sessionId"].as_str().expect("a session").to_string();
        for domain in ["Page", "Runtime", "Log", "DOM", "Network"] {
            chrome.call(&format!("{domain}.enable"), json!({}));
        }
        chrome
    }

    /// One call of the protocol; what the page says meanwhile is kept.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).expect("Chromium hears");
        loop {
            let text = self.socket.read().expect("Chromium answers");
            let answer: Value = serde_json::from_str(text.to_text().unwrap_or("null")).unwrap_or_default();
            if answer["id"] == self.calls {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.notice(&answer);
        }
    }

    fn notice(&mut self, event: &Value) {
        let (method, about) = (event["method"].as_str().unwrap_or_default(), &event["params"]);
        let complaint = match method {
            "Runtime.exceptionThrown" => Some(about["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled"
                if ["error", "warning", "assert"].contains(&about["type"].as_str().unwrap_or_default()) =>
            {
                Some(about["args"].to_string())
            }
            "Log.entryAdded" if about["entry"]["level"] == "error" => Some(about["entry"].to_string()),
            _ => None,
        };
        self.complaints.extend(complaint);
    }

    pub fn visit(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        while self.eval(&format!("Boolean({expression})")) != json!(true) {
            let page = start.elapsed() > PATIENCE;
            assert!(!page, "waited in vain for {expression}; complaints: {:?}", self.complaints);
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks in the middle of what a selector finds, as a mouse does.
    pub fn click(&mut self, selector: &str) {
        let selector = json!(selector);
        self.wait(&format!("document.querySelector({selector})"));
        let place = self.eval(&format!(
            "(() => {{ const e = document.querySelector({selector}); e.scrollIntoView({{ block: 'nearest' }}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", mouse);
        }
    }

    /// Presses a key that has a name, such as `ArrowDown`.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "code": key });
            if key == "Enter" {
                event["text"] = json!("\r");
                event["windowsVirtualKeyCode"] = json!(13);
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }));
    }

    /// Gives a file to a file chooser.
    pub fn choose_file(&mut self, selector: &str, file: &Path) {
        let document = self.call("DOM.getDocument", json!({}));
        let node = self.call("DOM.querySelector", json!({ "nodeId": document["root"]["nodeId"], "selector": selector }));
        self.call("DOM.setFileInputFiles", json!({ "nodeId": node["nodeId"], "files": [file] }));
    }

    /// A picture of the page as PNG.
    pub fn screenshot(&mut self, path: &Path) {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = decode(shot["data"].as_str().unwrap_or_default());
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(path, bytes).expect("the picture");
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Base64 as the protocol writes pictures.
fn decode(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let values = text.bytes().filter_map(|byte| LETTERS.iter().position(|&letter| letter == byte));
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for value in values {
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
