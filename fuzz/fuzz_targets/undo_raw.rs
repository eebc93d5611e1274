#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| railwright_hostile::fuzz_raw("undo", input));
