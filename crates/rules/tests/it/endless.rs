//! Steps that come round for ever are a fault at the step, never a step that ends unasked.

use crate::common::{Table, rules_of};
use railwright_core::Events;
use railwright_rules::{Engine, FaultKind};
use railwright_script::Rhai;

#[test]
fn choices_without_end_are_a_fault() {
    let rules = rules_of(
        "quarry",
        "extends = \"quarry\"\nsteps.build = { actions = [\"pass\"], while = \"true\" }\nremove = [\"steps.build.max\", \"steps.build.otherwise\", \"steps.build.may-stop\"]\n",
    );
    let mut table = Table::new(rules, 1);
    let (seat, mut choices) = (table.someone(), 0);
    let fault = loop {
        table.engine.legal(&table.state, seat).expect("no fault");
        let pass = table.engine.pick(0).expect("one may always pass");
        match table.engine.step(&mut table.state, pass, &mut Events::default()) {
            Ok(()) => choices += 1,
            Err(fault) => break fault,
        }
        assert!(choices < 100_000, "it goes on for ever");
        assert!(table.state.clock().waiting.has(seat), "the step ended after {choices} choices though its condition holds");
    };
    assert_eq!(fault.kind, FaultKind::EndlessSteps);
    assert!(fault.message.contains("`build`") && fault.place.contains("mine.toml:2"), "{fault}");
}

#[test]
fn parts_that_are_repeated_without_end_are_a_fault() {
    let text = "extends = \"quarry\"\nflow = [\"again\", \"years\"]\nsteps.again = { do = \"repeat\", steps = [\"pay\"], while = \"true\", max = 100000 }\n";
    let mut engine = Engine::new(rules_of("quarry", text), &Rhai);
    let fault = engine.start(1, None, &mut Events::default()).expect_err("it never ends");
    assert_eq!(fault.kind, FaultKind::EndlessSteps);
    assert!(fault.message.contains("`again`") && fault.place.contains("mine.toml:3"), "{fault}");
}
