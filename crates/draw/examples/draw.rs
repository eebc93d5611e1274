//! throw-away
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let loaded = railwright_rules::load(&args[1], &railwright_rules::Setting { players: args.get(4).and_then(|p| p.parse().ok()).unwrap_or(0), options: vec![] }, &railwright_script::Rhai);
    let Some(rules) = loaded.rules else { panic!("{}", loaded.report.render(&loaded.files, false)) };
    let rules = std::sync::Arc::new(rules);
    let t = std::time::Instant::now();
    let mut state = None;
    let mut sheet = railwright_rules::Sheet::default();
    if let Some(n) = args.get(3).and_then(|n| n.parse::<usize>().ok()).filter(|n| *n > 0) {
        let mut engine = railwright_rules::Engine::new(rules.clone(), &railwright_script::Rhai);
        let mut events = railwright_core::Events::default();
        let mut s = engine.start(7, None, &mut events).unwrap();
        let mut random = railwright_core::Random::stream(7, 77);
        for _ in 0..n {
            if s.clock().over.is_some() { break; }
            let seat = s.clock().waiting.iter().next().unwrap();
            let len = engine.legal(&s, seat).unwrap().len();
            let pick = engine.pick(random.below(len as u32) as usize).unwrap();
            engine.step(&mut s, pick, &mut events).unwrap();
            events.log.clear();
        }
        engine.score(&s, &mut sheet).unwrap();
        state = Some(s);
    }
    let svg = match &state { Some(s) => railwright_draw::svg_with_sheet(&rules, s, &sheet), None => railwright_draw::svg(&rules, None) };
    eprintln!("svg {:?} {} bytes overlap {:.1}", t.elapsed(), svg.len(), railwright_draw::Scene::new(&rules, None, None).layout.overlap);
    std::fs::write(format!("{}.svg", args[2]), &svg).unwrap();
    let t = std::time::Instant::now();
    std::fs::write(format!("{}.png", args[2]), railwright_draw::png(&svg, 1800).unwrap()).unwrap();
    eprintln!("png {:?}", t.elapsed());
}
