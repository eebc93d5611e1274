use railwright_manual as m; use railwright_rules::module::told; use railwright_rules::{Setting, load}; use railwright_script::Rhai; use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let all = |game: &str| { let first = load(game, &Setting { players: 0, options: vec![] }, &Rhai);
        let rules = first.rules.expect("game"); let (a, b) = rules.head.players;
        let games = (a..=b).map(|players| { let l = load(game, &Setting { players, options: vec![] }, &Rhai); (players, told(&l.tree, &rules.scripts)) }).collect::<Vec<_>>(); (games, rules) };
    if args[1] == "diff" {
        let (a, b) = (all(&args[2]).0, all(&args[3]).0);
        let pairs: Vec<_> = a.iter().filter_map(|(p, t)| Some((*p, t.clone(), b.iter().find(|(q, _)| q == p)?.1.clone()))).collect();
        let md = m::difference::page("diff", &m::difference::changes_by_players(&pairs));
        std::fs::write("/tmp/leaflet.html", m::html_page("diff", &md, None, true)).unwrap();
        println!("{md}");
    } else { let (games, rules) = all(&args[1]); let rules = Arc::new(rules); let ex = m::examples(&rules, &Rhai);
        let md = m::edition(&m::Edition { games: &games, scripts: &rules.scripts, examples: &ex, ..Default::default() });
        std::fs::write("/tmp/rulebook.html", m::html_page("rules", &md, None, false)).unwrap();
        println!("{md}"); }
}
