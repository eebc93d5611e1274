//! Paths of files as editors write them: `file:///home/ann/my%20game.toml`.

use std::path::{Path, PathBuf};

/// Whether a byte may stand in a path as it is.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/')
}

/// A file as a URI.
pub fn of_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() };
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            byte if is_plain(byte) => uri.push(char::from(byte)),
            // The drive of Windows.
            b':' if cfg!(windows) => uri.push(':'),
            byte => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

/// The file that a URI names; nothing if it names something else, such as a text that has never been saved.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // A machine may be named, which can only be this one.
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let text = decoded(rest.split(['?', '#']).next().unwrap_or(rest))?;
    let path = match text.strip_prefix('/') {
        Some(drive) if cfg!(windows) && drive.as_bytes().get(1) == Some(&b':') => drive,
        Some(_) => text.as_str(),
        None => return None,
    };
    Some(PathBuf::from(path))
}

/// A text without `%20` and its like.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let (high, low) = (digit()?, digit()?);
            bytes.push(high * 16 + low);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_path_and_its_uri_say_the_same() {
        for path in ["/a/b.toml", "/my games/Zoë #1 100%.toml", "/ø/𝄞?.rhai"] {
            let uri = of_path(Path::new(path));
            assert!(uri.starts_with("file:///") && uri.is_ascii() && !uri.contains([' ', '#', '?']), "{uri}");
            assert_eq!(to_path(&uri).as_deref(), Some(Path::new(path)), "{uri}");
        }
        assert_eq!(of_path(Path::new("/a b")), "file:///a%20b");
    }

    #[test]
    fn what_is_no_file_has_no_path() {
        for uri in ["untitled:Untitled-1", "http://x/y", "file://other/a", "file:///%zz", "file:///%f", "file:///%ff", ""] {
            assert_eq!(to_path(uri), None, "{uri}");
        }
        if cfg!(unix) {
            assert_eq!(to_path("file://localhost/a").as_deref(), Some(Path::new("/a")));
        }
    }
}
