#![no_main]

libfuzzer_sys::fuzz_target!(|choices: &[u8]| railwright_hostile::fuzz_structured("folder", choices));
