//! A game for programs in any language: requests as lines of JSON, one line of JSON in answer to each.
//!
//! `docs/protocol.md` is its manual and `docs/protocol.schema.json` its schema. Whatever is written to it gets an answer;
//! nothing that is written to it ends it but `quit` and the end of the input.

mod error;
mod request;
mod table;

pub use error::ProtocolError;
pub use table::{Consent, Setup, Table};

use request::Request;
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// The most bytes of one request.
pub const LONGEST_LINE: u64 = railwright_rules::limits::LINE;

/// Answers requests until `quit` or the end of the input.
pub fn serve(table: &mut Table, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    loop {
        let line = match read_line(&mut input)? {
            Line::End => return Ok(()),
            Line::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => continue,
            Line::Whole(line) => Ok(line),
            Line::TooLong => Err(ProtocolError::new("too-long", format!("a request has at most {LONGEST_LINE} bytes"))),
        };
        let (id, request) = match line {
            Ok(line) => Request::parse(&line),
            Err(error) => (Value::Null, Err(error)),
        };
        if request.as_ref().is_ok_and(|request| request.method == "quit") {
            return answer(&mut output, id, Ok(json!({})));
        }
        let result = request.and_then(|request| table.answer(&request));
        answer(&mut output, id, result)?;
    }
}

fn answer(output: &mut impl Write, id: Value, result: Result<Value, ProtocolError>) -> io::Result<()> {
    let said = match result {
        Ok(result) => json!({ "id": id, "ok": true, "result": result }),
        Err(error) => json!({ "id": id, "ok": false, "error": error.to_json() }),
    };
    output.write_all(format!("{said}\n").as_bytes())?;
    output.flush()
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
    End,
}

/// The next line; one that is too long is read to its end and forgotten.
fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(Line::End);
    }
    if line.len() as u64 <= LONGEST_LINE || line.ends_with(b"\n") {
        return Ok(Line::Whole(line));
    }
    loop {
        let room = input.fill_buf()?;
        match room.iter().position(|&b| b == b'\n') {
            _ if room.is_empty() => return Ok(Line::TooLong),
            Some(end) => {
                input.consume(end + 1);
                return Ok(Line::TooLong);
            }
            None => {
                let all = room.len();
                input.consume(all);
            }
        }
    }
}
