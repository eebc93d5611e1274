fn main() {
    let mut args: Vec<std::path::PathBuf> = std::env::args().skip(1).map(Into::into).collect();
    let accept = args.iter().any(|a| a.as_os_str() == "--accept");
    args.retain(|a| a.as_os_str() != "--accept");
    let now = std::time::Instant::now();
    let summary = railwright_scenario::run(&args, &railwright_rules::script::NoScripts, accept);
    print!("{}", summary.render(false));
    println!("{:?}", now.elapsed());
}
