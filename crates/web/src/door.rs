//! Who may come in.
//!
//! On the loopback interface without a token, the danger is a foreign page in the same browser: so the request must name a
//! loopback host (a foreign name that resolves to it is refused), and must not come from a page of another host: a WebSocket
//! brings its origin, and of pictures, frames and links the browser says from what kind of place they come. Anywhere else a
//! token is wanted, in `Authorization: Bearer …` or as the parameter `token`.

use axum::http::{HeaderMap, header};
use std::net::IpAddr;

/// In which the browser says whether a page of the same host asks, another one, or the person.
const SITE: &str = "sec-fetch-site";

/// The rules of one server.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    token: Option<String>,
    loopback: bool,
}

/// Why somebody is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Token,
    Host,
    Origin,
}

impl Refusal {
    pub fn reason(self) -> &'static str {
        match self {
            Refusal::Token => "a valid token is needed: open the address that katsura serve printed",
            Refusal::Host => "this server answers to localhost only",
            Refusal::Origin => "requests from other pages are refused",
        }
    }
}

impl Door {
    /// The door of a server that listens at this address.
    ///
    /// # Errors
    /// If it can be reached from other machines and there is no token.
    pub fn new(host: IpAddr, token: Option<String>) -> Result<Self, String> {
        let token = token.filter(|token| !token.is_empty());
        if !host.is_loopback() && token.is_none() {
            return Err(format!("{host} can be reached from other machines: add --token with a secret of your choice"));
        }
        Ok(Door { token, loopback: host.is_loopback() })
    }

    /// Whether a request may be answered; `token` is the parameter of the address.
    pub fn check(&self, headers: &HeaderMap, token: Option<&str>) -> Result<(), Refusal> {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST.as_str()).unwrap_or_default();
        if self.loopback && !is_loopback_name(host) {
            return Err(Refusal::Host);
        }
        let is_foreign = text(SITE).is_some_and(|site| !matches!(site, "same-origin" | "none"));
        if is_foreign || text(header::ORIGIN.as_str()).is_some_and(|origin| !is_same_host(origin, host)) {
            return Err(Refusal::Origin);
        }
        let bearer = text(header::AUTHORIZATION.as_str()).and_then(|value| value.strip_prefix("Bearer "));
        match &self.token {
            Some(wanted) if !bearer.or(token).is_some_and(|given| is_same_secret(given, wanted)) => Err(Refusal::Token),
            _ => Ok(()),
        }
    }
}

fn is_loopback_name(host: &str) -> bool {
    let name =
        host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit())).map_or(host, |(name, _)| name);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn is_same_host(origin: &str, host: &str) -> bool {
    origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host))
}

/// Compares without telling by the time it takes where the first difference is.
fn is_same_secret(given: &str, wanted: &str) -> bool {
    let differences = given.bytes().zip(wanted.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == wanted.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn on_loopback_only_pages_of_the_same_host_come_in() {
        let door = Door::new([127, 0, 0, 1].into(), None).unwrap();
        let check = |host: &str, origin: Option<&str>| {
            let mut all = vec![(header::HOST, host)];
            all.extend(origin.map(|origin| (header::ORIGIN, origin)));
            door.check(&headers(&all), None)
        };
        assert_eq!(check("localhost:7878", Some("http://localhost:7878")), Ok(()));
        assert_eq!(check("127.0.0.1:7878", None), Ok(()));
        assert_eq!(check("[::1]:7878", None), Ok(()));
        assert_eq!(check("rebound.example:7878", None), Err(Refusal::Host));
        assert_eq!(check("", None), Err(Refusal::Host));
        assert_eq!(check("localhost:7878", Some("http://evil.example")), Err(Refusal::Origin));
        assert_eq!(check("localhost:7878", Some("null")), Err(Refusal::Origin));
    }

    #[test]
    fn elsewhere_a_token_is_wanted() {
        assert!(Door::new([0, 0, 0, 0].into(), None).unwrap_err().contains("--token"));
        assert!(Door::new([0, 0, 0, 0].into(), Some(String::new())).is_err());
        let door = Door::new([0, 0, 0, 0].into(), Some("secret".to_string())).unwrap();
        let host = headers(&[(header::HOST, "machine:7878")]);
        assert_eq!(door.check(&host, None), Err(Refusal::Token));
        assert_eq!(door.check(&host, Some("secreT")), Err(Refusal::Token));
        assert_eq!(door.check(&host, Some("secrets")), Err(Refusal::Token));
        assert_eq!(door.check(&host, Some("secret")), Ok(()));
        let bearer = headers(&[(header::HOST, "machine:7878"), (header::AUTHORIZATION, "Bearer secret")]);
        assert_eq!(door.check(&bearer, None), Ok(()));
    }
}
