//! Secrets that let somebody sit down: 128 bits from the system each, kept only as what they hash to.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Bytes as hexadecimal digits.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn random<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    // Without chance from the system no link would be private: better no table than such a one.
    getrandom::fill(&mut bytes).expect("the system gives random bits");
    bytes
}

/// A secret for a link: 32 hexadecimal digits.
pub fn new() -> String {
    hexadecimal(&random::<16>())
}

/// What is kept of a secret.
pub fn hashed(secret: &str) -> String {
    hexadecimal(&Sha256::digest(secret.as_bytes()))
}

/// The name of a table in addresses: no secret, but nobody finds one by counting.
pub fn table_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    random::<12>().iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// Whether a text can be the name of a table.
pub fn is_table_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_have_128_bits_and_differ() {
        let (a, b) = (new(), new());
        assert_eq!((a.len(), a == b), (32, false));
        assert!(a.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_eq!(hashed("a"), "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
        assert!(is_table_id(&table_id()) && !is_table_id("../../etc/pa"));
    }
}
