//! `railwright tune`: as somebody runs it.

use crate::common::{Folder, railwright};

const SKERRY: [&str; 11] = [
    "tune",
    "skerry-lights",
    "--bots",
    "random",
    "--games",
    "24",
    "--vary",
    "counters.wagons.start=8..16/4",
    "--aim",
    "turns<=20",
    "--seed",
];

fn tune(more: &[&str]) -> Vec<&'static str> {
    let more: Vec<&'static str> = more.iter().map(|word| &*String::from(*word).leak()).collect();
    SKERRY.iter().copied().chain(["7"]).chain(more).collect()
}

#[test]
fn the_best_numbers_are_shown_written_and_drawn() {
    let folder = Folder::new("tune");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (variant, plot) = (at("short.toml"), at("plot.svg"));
    let ran = railwright(&tune(&["--write", &variant, "--plot", &plot])).exits(0);
    for part in ["Skerry Lights: 2 players, 3 candidates", "counters.wagons.start", "turns<=20", "@", "counters.wagons.start = 8"]
    {
        assert!(ran.out.contains(part), "{part}:\n{}", ran.out);
    }
    railwright(&["check", &variant]).exits(0);
    let svg = std::fs::read_to_string(plot).expect("a plot");
    assert!(svg.starts_with("<svg ") && svg.matches("<circle").count() == 4, "{svg}");
    let json = railwright(&tune(&["--json"])).exits(0).json();
    assert_eq!(json, railwright(&tune(&["--json", "--threads", "2"])).exits(0).json());
    assert_eq!((&json["stopped"], &json["candidates"][0]["values"]["counters.wagons.start"]), (&false.into(), &"8".into()));
}

#[test]
fn time_and_other_shards_bound_it() {
    let folder = Folder::new("tune-bounds");
    let state = folder.path().join("state");
    let state = state.to_str().expect("UTF-8");
    let waiting = railwright(&tune(&["--state", state, "--shard", "1/2", "--no-wait", "--json"])).exits(0).json();
    assert_eq!(waiting["waiting"]["shards"], serde_json::json!([2]));
    let whole = railwright(&tune(&["--state", state, "--shard", "2/2", "--no-wait", "--json"])).exits(0).json();
    assert_eq!(whole["candidates"], railwright(&tune(&["--json"])).exits(0).json()["candidates"]);
    let other =
        railwright(&["tune", "skerry-lights", "--vary", "counters.wagons.start=9", "--aim", "turns=20", "--state", state])
            .exits(1);
    assert!(other.err.contains("holds another search"), "{}", other.err);
    let timed = [
        "tune",
        "skerry-lights",
        "--vary",
        "counters.wagons.start=8..19",
        "--aim",
        "turns=20",
        "--games",
        "100000000",
        "--seconds",
        "1",
        "--json",
    ];
    assert_eq!(railwright(&timed).exits(0).json()["stopped"], true, "time that was set is no interruption");
}

#[test]
#[cfg(unix)]
fn asked_to_end_it_shows_what_it_knows() {
    let arguments =
        ["tune", "skerry-lights", "--vary", "counters.wagons.start=8..19", "--aim", "turns=20", "--games", "100000000", "--json"];
    crate::common::asked_to_end(&arguments, |json| assert!(json["candidates"].is_array(), "{json}"));
}

#[test]
fn what_cannot_be_looked_for_is_explained() {
    let refused = |arguments: &[&str]| railwright(&[&["tune", "skerry-lights"][..], arguments].concat()).exits(2).err;
    assert!(refused(&[]).contains("--vary"));
    assert!(refused(&["--vary", "x", "--aim", "turns=1"]).contains("says no values"));
    assert!(refused(&["--vary", "counters.wagons.start=1", "--aim", "turns"]).contains("is no aim"));
    assert!(refused(&["--vary", "counters.wagns.start=1", "--aim", "turns=1"]).contains("no key"));
    assert!(refused(&["--vary", "counters.wagons.start=9", "--aim", "turn=1"]).contains("did you mean `turns`?"));
    assert!(refused(&["--vary", "counters.wagons.start=9", "--aim", "turns=1", "--write", "x.svg"]).contains(".toml"));
    assert!(refused(&["--vary", "counters.wagons.start=9", "--aim", "turns=1", "--shard", "1/2"]).contains("--state"));
}
