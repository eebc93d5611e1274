//! As much HTTP as the load needs.

use serde_json::Value;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Where the server is.
#[derive(Clone, Copy)]
pub struct Address(pub SocketAddr);

impl Address {
    /// The head of a request.
    pub fn head(&self, method: &str, path: &str, token: Option<&str>) -> String {
        let auth = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n{auth}", self.0)
    }

    /// Sends JSON and reads the answer; nothing but success is none.
    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, String> {
        let body = body.to_string();
        let head = self.head("POST", path, token);
        let request =
            format!("{head}Connection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        self.whole(&request).await
    }

    /// Asks for something.
    pub async fn get(&self, path: &str, token: Option<&str>) -> Result<Value, String> {
        self.whole(&format!("{}Connection: close\r\n\r\n", self.head("GET", path, token))).await
    }

    async fn whole(&self, request: &str) -> Result<Value, String> {
        let mut stream = TcpStream::connect(self.0).await.map_err(|error| error.to_string())?;
        stream.write_all(request.as_bytes()).await.map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").ok_or("no answer")?;
        if !head.starts_with("HTTP/1.1 200") {
            return Err(format!("{} {body}", head.lines().next().unwrap_or_default()));
        }
        serde_json::from_str(body).map_err(|error| error.to_string())
    }

    /// Waits until the server is there.
    pub async fn until_it_answers(&self) -> Result<(), String> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            if TcpStream::connect(self.0).await.is_ok() {
                return Ok(());
            }
            if Instant::now() > until {
                return Err("the server does not answer".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
