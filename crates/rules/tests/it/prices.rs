//! Prices that would mean something else than they seem to are reported.

use crate::common::reported;

#[test]
fn a_card_that_is_no_colour_does_not_silently_pay_like_one() {
    let found = reported("tunnels", "extends = \"tunnels\"\nremove = [\"actions.claim.price.wild\"]\n");
    assert!(found.contains("card-of-no-lane") && found.contains("`lamp` would pay for grey lanes like a colour"), "{found}");
    assert!(found.contains("tunnels.toml:"), "{found}");
    assert!(!found.contains("`red`") && !found.contains("`blue`"), "{found}");
    let said = "extends = \"tunnels\"\nremove = [\"actions.claim.price.wild\", \"actions.claim.price.any\"]\n\
                actions.claim.price.accepts = { grey = [\"red\", \"blue\"] }\n";
    let found = reported("tunnels", said);
    assert!(!found.contains("card-of-no-lane"), "{found}");
    assert!(!reported("tunnels", "extends = \"tunnels\"\n").contains("card-of-no-lane"));
}

#[test]
fn what_is_known_too_late_to_take_too_much_is_reported() {
    let late = "extends = \"tunnels\"\nactions.claim.gain = { tracks = \"0 - length\" }\n";
    let found = reported("tunnels", late);
    assert!(found.contains("takes-too-late") && found.contains("the claim is settled later"), "{found}");
    let fine = "extends = \"tunnels\"\nactions.claim.gain = { tracks = \"max(0, length - 2)\" }\n";
    assert!(!reported("tunnels", fine).contains("takes-too-late"));
}
