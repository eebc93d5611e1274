//! Thousands of seeded games come out as `tests/oracle` says. When that fails: tests/oracle/README.md.

use railwright_oracle::{accept, folder};

#[test]
fn outcomes_are_as_they_were() {
    match accept::check(&folder()) {
        Ok(None) => {}
        Ok(Some(differs)) => panic!("\n\n{differs}"),
        Err(error) => panic!("{error}"),
    }
}
