//! What is asked of every request before anything else: that it was sent to this server, by one of its own pages, and not too often.

use super::Server;
use super::error::ApiError;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// So many addresses are remembered; when there are more, those that have rested are forgotten.
const ADDRESSES: usize = 20_000;

/// What an address may save up, in seconds; it may also have so many pages open at once for each request a second.
const BURST: f64 = 4.0;

/// Where a request comes from, as far as that is known.
#[derive(Clone, Copy)]
pub struct Address(pub IpAddr);

/// How often each address asks: it may ask so often in a second, and save up for a few seconds.
pub struct Rates {
    rate: f64,
    known: Mutex<HashMap<IpAddr, (f64, Instant)>>,
    pages: Mutex<HashMap<IpAddr, usize>>,
}

impl Rates {
    /// So many requests a second; 0 is as many as somebody likes.
    pub fn new(rate: u32) -> Self {
        Rates { rate: rate.into(), known: Mutex::default(), pages: Mutex::default() }
    }

    /// Another page of an address is connected, unless it has as many as it may.
    pub fn comes(&self, Address(address): Address) -> bool {
        let mut pages = self.pages.lock().unwrap_or_else(|e| e.into_inner());
        let open = pages.entry(address).or_default();
        let allowed = self.rate == 0.0 || (*open as f64) < self.rate * BURST;
        *open += usize::from(allowed);
        allowed
    }

    /// A page of an address is connected no more.
    pub fn goes(&self, Address(address): Address) {
        let mut pages = self.pages.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(open) = pages.get_mut(&address) {
            *open = open.saturating_sub(1);
            if *open == 0 {
                pages.remove(&address);
            }
        }
    }

    /// Whether one more may be asked.
    fn allow(&self, address: IpAddr) -> bool {
        if self.rate == 0.0 {
            return true;
        }
        let (now, burst) = (Instant::now(), self.rate * BURST);
        let mut known = self.known.lock().unwrap_or_else(|e| e.into_inner());
        if known.len() >= ADDRESSES {
            known.retain(|_, (left, at)| *left + now.duration_since(*at).as_secs_f64() * self.rate < burst);
        }
        if known.len() >= ADDRESSES && !known.contains_key(&address) {
            return false;
        }
        let (left, at) = known.entry(address).or_insert((burst, now));
        *left = (*left + now.duration_since(*at).as_secs_f64() * self.rate).min(burst);
        *at = now;
        let allowed = *left >= 1.0;
        if allowed {
            *left -= 1.0;
        }
        allowed
    }
}

/// Lets a request through, or says why not.
pub async fn check(State(server): State<Arc<Server>>, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    if let Err(refused) = is_ours(&server.settings.hosts, request.method(), headers) {
        return refused.into_response();
    }
    let address =
        address.map(|address| if server.settings.behind_proxy { forwarded(headers).unwrap_or(address) } else { address });
    if address.is_some_and(|address| !server.rates.allow(address)) {
        let message = "too many requests from this address; wait a moment";
        return ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-often", message).into_response();
    }
    if let Some(address) = address {
        request.extensions_mut().insert(Address(address));
    }
    next.run(request).await
}

/// The address that the proxy in front of the server says a request comes from: the last one, which it wrote itself.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    headers.get("x-forwarded-for")?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Whether a request is addressed to this server by a name it is known by, and comes from a page of its own.
fn is_ours(hosts: &[String], method: &Method, headers: &HeaderMap) -> Result<(), ApiError> {
    let text = |name: &axum::http::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(&HOST).unwrap_or_default();
    if !is_known(hosts, host) {
        // Somebody else's name that leads here: a page of theirs could read what it is answered.
        let message = "this server is not known by that name; whoever runs it allows names with --host";
        return Err(ApiError::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", message));
    }
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok()).unwrap_or("none");
    let foreign = || ApiError::forbidden("this comes from a page of another site");
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    if !matches!(site, "none" | "same-origin") {
        return Err(foreign());
    }
    if let Some(origin) = text(&ORIGIN) {
        let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if own != Some(host) {
            return Err(foreign());
        }
    }
    // A form of another site cannot send this without asking first.
    let json = text(&CONTENT_TYPE).is_some_and(|kind| kind.split(';').next() == Some("application/json"));
    if json { Ok(()) } else { Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", "send JSON")) }
}

/// Whether a host is an address, this machine, or a name that was allowed. Only names can be made to lead elsewhere.
fn is_known(hosts: &[String], host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    bare.parse::<IpAddr>().is_ok() || name == "localhost" || hosts.iter().any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair =
            |(name, value): &(&'static str, &str)| (axum::http::HeaderName::from_static(name), value.parse().expect("a value"));
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_known_names_lead_here() {
        let hosts = ["trains.example".to_owned()];
        for good in ["127.0.0.1:8080", "localhost:1", "[::1]:80", "trains.example", "trains.example:443", "10.0.0.7"] {
            assert!(is_known(&hosts, good), "{good}");
        }
        for bad in ["", "evil.example", "localhost.evil.example", "trains.example.evil:80", "127.0.0.1.evil.example"] {
            assert!(!is_known(&hosts, bad), "{bad}");
        }
    }

    #[test]
    fn what_changes_something_comes_from_our_own_pages() {
        let (host, json) = (("host", "localhost:1"), ("content-type", "application/json"));
        let asks = |more: &[(&'static str, &str)]| is_ours(&[], &Method::POST, &headers(&[&[host], more].concat())).is_ok();
        assert!(asks(&[json]), "a program without pages may ask");
        assert!(asks(&[json, ("origin", "http://localhost:1")]));
        assert!(!asks(&[json, ("origin", "http://evil.example")]));
        assert!(!asks(&[json, ("origin", "null")]));
        assert!(!asks(&[json, ("sec-fetch-site", "cross-site")]));
        assert!(!asks(&[("content-type", "text/plain")]), "a form needs no leave to send this");
    }

    #[test]
    fn an_address_has_so_many_pages_and_no_more() {
        let rates = Rates::new(5);
        let [a, b] = ["10.0.0.1", "10.0.0.2"].map(|text| Address(text.parse().expect("an address")));
        assert_eq!((0..100).filter(|_| rates.comes(a)).count(), 20);
        assert!(rates.comes(b) && !rates.comes(a), "another address is not to blame");
        rates.goes(a);
        assert!(rates.comes(a) && !rates.comes(a));
        assert!((0..1000).all(|_| Rates::new(0).comes(a)));
    }

    #[test]
    fn whoever_asks_too_often_waits() {
        let rates = Rates::new(5);
        let [a, b]: [IpAddr; 2] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().expect("an address"));
        assert_eq!((0..100).filter(|_| rates.allow(a)).count(), 20);
        assert!(rates.allow(b), "another address is not to blame");
        assert!((0..1000).all(|_| Rates::new(0).allow(a)));
    }
}
