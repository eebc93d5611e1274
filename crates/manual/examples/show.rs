use railwright_rules::module::told; use railwright_rules::{Setting, load}; use railwright_script::Rhai;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let all = |game: &str| { let first = load(game, &Setting { players: 0, options: vec![] }, &Rhai);
        let rules = first.rules.expect("game"); let (a, b) = rules.head.players;
        (a..=b).map(|players| { let l = load(game, &Setting { players, options: vec![] }, &Rhai); (players, told(&l.tree, &rules.scripts)) }).collect::<Vec<_>>() };
    if args[1] == "diff" {
        let (a, b) = (all(&args[2]), all(&args[3]));
        let pairs: Vec<_> = a.iter().filter_map(|(p, t)| Some((*p, t.clone(), b.iter().find(|(q, _)| q == p)?.1.clone()))).collect();
        println!("{}", railwright_manual::difference::page("diff", &railwright_manual::difference::changes_by_players(&pairs)));
    } else { println!("{}", railwright_manual::rulebook(&all(&args[1]), &[])); }
}
