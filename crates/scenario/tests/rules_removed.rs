//! Every numbered rule is covered by a scenario that notices when the rule is taken away.
//!
//! Each line changes one value of the game file; a scenario that covers the rule must then fail by what it says
//! itself, whatever its kept outcome. Rules that no value of the file carries are not listed; rules that a game
//! inherits are taken away by what is added to its file.

use railwright_rules::script::NoScripts;
use railwright_scenario::{Games, Scenario, files_in, outcome_path};
use railwright_source::{Files, Node, Report, parse};
use std::path::{Path, PathBuf};

/// A rule, what stands in the game file, and what stands there instead.
type Change = (&'static str, &'static str, &'static str);

const TICKET_TO_RIDE: &[Change] = &[
    ("TTR-01", "players = [2, 5]", "players = [1, 5]"),
    ("TTR-01", "players = [2, 5]", "players = [2, 6]"),
    ("TTR-01", "start = 45", "start = 44"),
    ("TTR-02", "orange     = { count = 12 }", "orange     = { count = 11 }"),
    ("TTR-02", "count = 14, tags", "count = 15, tags"),
    ("TTR-02", "count = 4, for = \"each\"", "count = 5, for = \"each\""),
    ("TTR-03", "slots = 5", "slots = 6"),
    ("TTR-03", "\"open-market\", \"deal-tickets\"", "\"deal-tickets\""),
    ("TTR-04", "to = \"offer\", count = 3, for = \"each\"", "to = \"offer\", count = 2, for = \"each\""),
    ("TTR-04", "at-least = 2", "at-least = 1"),
    ("TTR-04", "at-least = 2", "at-least = 3"),
    ("TTR-04", "to = \"ticket-deck\", at = \"bottom\", for = \"each\"", "to = \"ticket-deck\", at = \"top\", for = \"each\""),
    ("TTR-04", "{ do = \"together\", actions = [\"keep-two\"] }", "{ do = \"choose\", actions = [\"keep-two\"] }"),
    (
        "TTR-05",
        "form = \"bag\", of = \"seat\", seen-by = \"owner\" }                 #",
        "form = \"bag\", of = \"seat\", seen-by = \"all\" }  #",
    ),
    ("TTR-05", "seen-by = \"owner\" }                # TTR-26", "seen-by = \"all\" }"),
    ("TTR-05", "seen-by = \"owner\" }                # TTR-26", "seen-by = \"owner\", size-seen-by = \"owner\" }"),
    ("TTR-05", "form = \"bag\", seen-by = \"all\" }", "form = \"bag\" }"),
    ("TTR-05", "trains = { of = \"seat\",", "trains = { of = \"seat\", seen-by = \"owner\","),
    ("TTR-05", "size-seen-by = \"owner\" }\nreturned", "size-seen-by = \"all\" }\nreturned"),
    ("TTR-06", "first = \"seed\"", "first = 1"),
    ("TTR-07", "otherwise = \"pass\" }", "otherwise = \"pass\", max = 2 }"),
    ("TTR-08", "budget = 2", "budget = 1"),
    ("TTR-08", "budget = 2", "budget = 3"),
    ("TTR-08", "budget = 2", "budget = 2\nmay-stop = true"),
    ("TTR-08", "from = [\"market\", \"deck\"]", "from = [\"market\"]"),
    ("TTR-09", "cost = 2 }", "cost = 1 }"),
    ("TTR-10", "cost = 2 }", "cost = 1 }"),
    ("TTR-11", "budget = 2", "budget = 1"),
    ("TTR-12", "from = 3, to", "from = 4, to"),
    ("TTR-12", "from = 3, to", "from = 2, to"),
    ("TTR-12", "spare = 3", "spare = 0"),
    ("TTR-12", "spare = 3", "spare = 2"),
    ("TTR-12", "spare = 3", "spare = 4"),
    ("TTR-13", "when = \"size(deck) > 0\"", "when = \"size(deck) > 0 and size(hand) < 100\""),
    ("TTR-14", ", renew = \"discard\"", ""),
    ("TTR-15", "when = \"size(deck) > 0\"", "when = \"size(deck) + size(market) > 0\""),
    ("TTR-16", "any = \"grey\"", "any = [\"grey\", \"blue\"]"),
    ("TTR-16", "count = \"length\"", "count = \"max(1, length - 1)\""),
    ("TTR-17", "wild = \"wild\"\n", ""),
    ("TTR-18", "[0, 1, 2, 4, 7, 10, 15]", "[0, 1, 2, 4, 8, 10, 15]"),
    ("TTR-18", "[0, 1, 2, 4, 7, 10, 15]", "[0, 1, 2, 4, 7, 10, 14]"),
    ("TTR-19", "do = \"claim\"", "do = \"claim\"\nwhen = \"lanes(own) == 0\""),
    ("TTR-20", "otherwise = \"pass\" }", "otherwise = \"pass\", max = 2 }"),
    ("TTR-21", "pieces = \"trains\"\n", ""),
    ("TTR-22", "one-per-line = true", "one-per-line = false"),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players <= 1\""),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players <= 2\""),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players <= 4\""),
    ("TTR-23", "when = \"players <= 3\"", "when = \"players != 4\""),
    ("TTR-24", "to = \"discard\"\npieces", "to = \"hand\"\npieces"),
    ("TTR-25", "to = \"offer\", count = 3 }", "to = \"offer\", count = 2 }"),
    ("TTR-25", "at-least = 1", "at-least = 2"),
    ("TTR-25", "at-least = 1", "at-least = 0"),
    ("TTR-25", "to = \"ticket-deck\", at = \"bottom\" }", "to = \"ticket-deck\", at = \"top\" }"),
    ("TTR-26", "when = \"size(ticket-deck) > 0\"", "when = \"size(ticket-deck) > 0 and size(tickets) < 20\""),
    ("TTR-27", "when = \"size(ticket-deck) > 0\"\n", ""),
    ("TTR-28", "all-pass = true", "all-pass = false"),
    ("TTR-28", "\"tickets\"], otherwise = \"pass\" }", "\"tickets\", \"pass\"] }"),
    ("TTR-29", "when = \"trains <= 2\"", "when = \"trains <= 1\""),
    ("TTR-29", "when = \"trains <= 2\"", "when = \"trains <= 3\""),
    ("TTR-29", "when = \"trains <= 2\"", "when = \"trains == 2\""),
    ("TTR-29", "for = \"everybody\"", "for = \"others\""),
    ("TTR-30", "\"sum(tickets, points, joined(from, to))\"", "\"0\""),
    ("TTR-30", "\"0 - sum(tickets, points, not joined(from, to))\"", "\"0\""),
    ("TTR-31", "most = \"longest(own)\"", "most = \"sum-lanes(length, own)\""),
    ("TTR-31", "most = \"longest(own)\"", "most = \"lanes(own)\""),
    ("TTR-31", "points = 10", "points = 9"),
    ("TTR-31", "ties = \"all\"", "ties = \"none\""),
    ("TTR-31", "ties = \"all\"", "ties = \"all\", zero = true"),
    ("TTR-32", "[\"total\", ", "[\"0 - total\", "),
    ("TTR-32", "[\"total\", ", "["),
    ("TTR-32", "\"count(tickets, joined(from, to))\", ", ""),
    ("TTR-32", ", \"won(longest)\"]", "]"),
    ("TTR-32", ", \"won(longest)\"]", ", \"won(longest)\", \"seat\"]"),
    (
        "TTR-32",
        "\"count(tickets, joined(from, to))\", \"won(longest)\"",
        "\"won(longest)\", \"count(tickets, joined(from, to))\"",
    ),
    ("TTR-33", "tickets-made   = { add = \"", "tickets-made   = { add = \"0 - "),
    ("TTR-33", "gain = { points = \"route-points(length)\" }", "gain = { points = \"length\" }"),
    ("TTR-33", "routes         = { add = \"points\" }", "routes         = { add = \"max(0, points - 4)\" }"),
    ("TTR-35", "refill = \"deck\"\n", ""),
];

/// Only the values of the map that a rule names are changed here: a map is facts, not rules.
const NORTHERN_LIGHTS: &[Change] = &[
    ("NL-01", "flow = [", "players = [1, 5]\nflow = ["),
    ("NL-01", "flow = [", "players = [2, 6]\nflow = ["),
    ("NL-01", "trains.start = 40", "trains.start = 39"),
    ("NL-01", "trains.start = 40", ""),
    ("NL-01", "trains.start = 40", "trains.start = 40\npoints.start = 1"),
    ("NL-01", "sum-lanes(length, own) == 40", "sum-lanes(length, own) == 45"),
    ("NL-02", "locomotive.count = 18", "locomotive.count = 17"),
    ("NL-02", "locomotive.count = 18", ""),
    ("NL-02", "\"deal-hands\", ", ""),
    ("NL-02", "\"deal-hands\", \"open-market\", ", "\"open-market\", \"deal-hands\", "),
    ("NL-03", "\"open-bonuses\", ", ""),
    ("NL-03", "to = \"bonuses\", count = 4", "to = \"bonuses\", count = 3"),
    ("NL-03", "slots = 4, seen-by = \"all\"", "slots = 5, seen-by = \"all\""),
    ("NL-03", "slots = 4, seen-by = \"all\"", "slots = 4, seen-by = \"none\""),
    (
        "NL-03",
        "holds = \"bonus\", form = \"pile\", fill = \"shuffled\" }",
        "holds = \"bonus\", form = \"pile\", fill = \"shuffled\", seen-by = \"all\" }",
    ),
    ("NL-03", "call-of-the-wild     = {}", "call-of-the-wild     = { count = 2 }"),
    ("NL-03", "capital-investment   = {}", "capital-investment   = { count = 2 }"),
    ("NL-03", "cost-efficiency      = {}", "cost-efficiency      = { count = 2 }"),
    ("NL-03", "small-steps          = {}", "small-steps          = { count = 2 }"),
    ("NL-03", "international-tycoon = {}", "international-tycoon = { count = 2 }"),
    ("NL-03", "nordic-express       = {}", "nordic-express       = { count = 2 }"),
    ("NL-03", "local-network        = {}", "local-network        = { count = 2 }"),
    ("NL-03", "polar-express        = {}", "polar-express        = { count = 2 }"),
    ("NL-03", "snow-plough          = {}", "snow-plough          = { count = 2 }"),
    ("NL-03", "ferry-master         = {}", "ferry-master         = { count = 2 }"),
    ("NL-03", "wild-west            = {}", "wild-west            = { count = 2 }"),
    ("NL-04", "offer.slots = 4", "offer.slots = 5\nreturned.slots = 4"),
    ("NL-04", "deal-tickets.count = 4", "deal-tickets.count = 3"),
    ("NL-04", "[steps]\n", "[actions.keep-two]\nat-least = 1\n\n[steps]\n"),
    ("NL-04", "[steps]\n", "[actions.keep-two]\nat-least = 3\n\n[steps]\n"),
    ("NL-04", "deal-tickets.count = 4", "deal-tickets.count = 4\nput-back.at = \"top\""),
    ("NL-04", ", \"put-back\", \"turns\"]", ", \"turns\"]"),
    ("NL-05", "flow = [", "first = 1\nflow = ["),
    ("NL-06", "remove = [\"zones.market.sweep\", \"score.longest\"]", "remove = [\"score.longest\"]"),
    ("NL-07", "[steps]\n", "[actions.draw]\ncosts = []\n\n[steps]\n"),
    ("NL-07", "[steps]\n", "[actions.draw]\nbudget = 1\n\n[steps]\n"),
    ("NL-07", "[steps]\n", "[actions.draw]\nmay-stop = true\n\n[steps]\n"),
    ("NL-08", "[steps]\n", "[actions.draw]\nwhen = \"size(deck) + size(market) > 0\"\n\n[steps]\n"),
    ("NL-09", "pay = \"after\"", "pay = \"with\""),
    ("NL-09", "[actions.claim.price]", "[actions.claim.price]\ncount = \"length + 1\""),
    ("NL-10", "symbols = \"symbols\"", "symbols = \"0\""),
    ("NL-10", "symbols = \"symbols\"", "symbols = \"min(symbols, 0)\""),
    ("NL-11", "symbols = \"symbols\"", "symbols = \"min(symbols, 1)\""),
    ("NL-11", "for-symbol = { cards = 2, alike = true }", "for-symbol = { cards = 2, alike = false }"),
    ("NL-11", "for-symbol = { cards = 2, alike = true }", "for-symbol = { cards = 3, alike = true }"),
    ("NL-11", "for-symbol = { cards = 2, alike = true }", "for-symbol = { cards = 1, alike = true }"),
    ("NL-11", "for-symbol = { cards = 2, alike = true }", ""),
    ("NL-12", "one-color = false", "one-color = true"),
    ("NL-12", "for-symbol = { cards = 2, alike = true }", ""),
    ("NL-13", "[actions.claim]\n", "[actions.claim]\none-per-line = false\n"),
    ("NL-14", "open-lanes = [1, 2, 3]", "open-lanes = [1, 2, 2]"),
    ("NL-14", "open-lanes = [1, 2, 3]", "open-lanes = [1, 1, 3]"),
    ("NL-14", "open-lanes = [1, 2, 3]", "open-lanes = [1, 1, 1]"),
    ("NL-14", "open-lanes = [1, 1, 1]", "open-lanes = [1, 1, 2]"),
    ("NL-14", "open-lanes = [1, 1, 1]", "open-lanes = [1, 2, 1]"),
    ("NL-14", "open-lanes = [1, 1, 2]", "open-lanes = [1, 1, 1]"),
    ("NL-14", "open-lanes = [1, 1, 2]", "open-lanes = [1, 1, 3]"),
    ("NL-14", "open-lanes = [1, 1, 2]", "open-lanes = [1, 2, 2]"),
    ("NL-14", "when = \"players == 2\"", "when = \"players == 9\""),
    ("NL-14", "when = \"players == 2\"", "when = \"players == 2 or players == 4\""),
    ("NL-14", "when = \"players == 2\"", "when = \"players == 2 or players == 5\""),
    ("NL-14", "when = \"players == 3\"", "when = \"players == 9\""),
    ("NL-14", "when = \"players == 3\"", "when = \"players >= 3 and players != 5\""),
    ("NL-14", "when = \"players == 3\"", "when = \"players >= 3 and players != 4\""),
    ("NL-15", "then = [\"draw-gift\"]", ""),
    ("NL-15", "count = \"last-lane(draw)\"", "count = \"min(1, last-lane(draw))\""),
    ("NL-15", "count = \"last-lane(draw)\"", "count = \"last-lane(draw) + 1\""),
    (
        "NL-15",
        "do = \"deal\", from = \"deck\", to = \"hand\", count = \"last-lane(draw)\"",
        "do = \"deal\", from = \"deck\", to = \"hand\", count = 2",
    ),
    ("NL-16", "[0, 1, 2, 4, 7, 10]", "[0, 1, 2, 4, 8, 10]"),
    ("NL-16", "[0, 1, 2, 4, 7, 10]", "[0, 1, 2, 4, 7, 9]"),
    ("NL-16", "[0, 1, 2, 4, 7, 10]", "[0, 2, 2, 4, 7, 10]"),
    ("NL-16", "map = \"nordic\"", "map = \"nordic\"\nlines.oulu-rovaniemi.length = 6"),
    ("NL-17", "deal-tickets.count = 4", "deal-tickets.count = 4\ndraw-tickets.count = 4"),
    ("NL-17", "deal-tickets.count = 4", "deal-tickets.count = 4\ndraw-tickets.count = 2"),
    ("NL-17", "[steps]\n", "[actions.keep-one]\nat-least = 2\n\n[steps]\n"),
    ("NL-17", "deal-tickets.count = 4", "deal-tickets.count = 4\nput-back-own.at = \"top\""),
    ("NL-18", "deal-tickets.count = 4", "deal-tickets.count = 4\nturns.last-round.when = \"trains <= 1\""),
    ("NL-18", "deal-tickets.count = 4", "deal-tickets.count = 4\nturns.last-round.when = \"trains <= 3\""),
    ("NL-18", "deal-tickets.count = 4", "deal-tickets.count = 4\nturns.last-round.when = \"trains == 2\""),
    ("NL-18", "deal-tickets.count = 4", "deal-tickets.count = 4\nturns.last-round.for = \"others\""),
    ("NL-19", "[invariants]", "[score.tickets-made]\nadd = \"0\"\n\n[invariants]"),
    ("NL-19", "[invariants]", "[score.tickets-failed]\nadd = \"0\"\n\n[invariants]"),
    ("NL-20", ", \"score.longest\"]", "]"),
    ("NL-20", "points = 10\n\n[score.international", "points = 10\nties = \"none\"\n\n[score.international"),
    ("NL-20", "points = 7\n\n[score.small", "points = 7\nties = \"none\"\n\n[score.small"),
    ("NL-20", "points = 12\n\n[score.wild", "points = 12\nzero = true\n\n[score.wild"),
    ("NL-20", "points = 12\n\n[score.snow", "points = 12\nzero = true\n\n[score.snow"),
    ("NL-21", "ranking = [\"total\", ", "ranking = ["),
    ("NL-21", "ranking = [\"total\", ", "ranking = [\"0 - total\", "),
    ("NL-21", "\"count(tickets, joined(from, to))\", \"awards\"", "\"awards\""),
    ("NL-21", ", \"awards\"]", "]"),
    ("NL-21", ", \"awards\"]", ", \"awards\", \"seat\"]"),
    ("NL-21", "\"count(tickets, joined(from, to))\", \"awards\"", "\"awards\", \"count(tickets, joined(from, to))\""),
    ("NL-22", "then = [\"draw-gift\"]", ""),
    (
        "NL-23",
        "count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))",
        "sum(tickets, at(from, capital) + at(to, capital), joined(from, to))",
    ),
    (
        "NL-23",
        "count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))",
        "sum(tickets, at(from, arctic) + at(to, arctic), joined(from, to))",
    ),
    ("NL-23", "lanes(own and ends(arctic) > 0)", "sum-lanes(ends(arctic), own)"),
    ("NL-23", "lanes(own and ends(country == norway) > 0)", "sum-lanes(ends(country == norway), own)"),
    ("NL-B1", "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, not wild)\"", "most = \"count(hand, wild)\""),
    (
        "NL-B1",
        "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, not wild)\"",
        "most = \"count(hand, wild) + count(hand, not wild) / 2\"",
    ),
    (
        "NL-B1",
        "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, not wild)\"",
        "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, true)\"",
    ),
    (
        "NL-B1",
        "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, not wild)\"",
        "most = \"count(hand, wild) + sum-kinds(hand, copies > 1, not wild)\"",
    ),
    (
        "NL-B1",
        "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, not wild)\"",
        "most = \"sum-kinds(hand, copies / 2, not wild)\"",
    ),
    ("NL-B1", "when = \"count(bonuses, call-of-the-wild) > 0\"", "when = \"false\""),
    ("NL-B1", "when = \"count(bonuses, call-of-the-wild) > 0\"", "when = \"true\""),
    (
        "NL-B1",
        "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, not wild)\"\npoints = 5",
        "most = \"count(hand, wild) + sum-kinds(hand, copies / 2, not wild)\"\npoints = 4",
    ),
    (
        "NL-B2",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"",
        "most = \"count(tickets, at(from, capital) or at(to, capital))\"",
    ),
    (
        "NL-B2",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"",
        "most = \"count(tickets, joined(from, to))\"",
    ),
    (
        "NL-B2",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"",
        "most = \"sum(tickets, at(from, capital) + at(to, capital), joined(from, to))\"",
    ),
    (
        "NL-B2",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"",
        "most = \"count(tickets, joined(from, to) and at(from, capital))\"",
    ),
    (
        "NL-B2",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"",
        "most = \"count(tickets, joined(from, to) and at(to, capital))\"",
    ),
    (
        "NL-B2",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"",
        "most = \"count(tickets, joined(from, to) and at(from, capital) and at(to, capital))\"",
    ),
    ("NL-B2", "when = \"count(bonuses, capital-investment) > 0\"", "when = \"false\""),
    ("NL-B2", "when = \"count(bonuses, capital-investment) > 0\"", "when = \"true\""),
    (
        "NL-B2",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"\npoints = 7",
        "most = \"count(tickets, joined(from, to) and (at(from, capital) or at(to, capital)))\"\npoints = 6",
    ),
    ("NL-B3", "most = \"trains\"", "most = \"0 - trains\""),
    ("NL-B3", "most = \"trains\"", "most = \"points\""),
    ("NL-B3", "when = \"count(bonuses, cost-efficiency) > 0\"", "when = \"false\""),
    ("NL-B3", "when = \"count(bonuses, cost-efficiency) > 0\"", "when = \"true\""),
    ("NL-B3", "most = \"trains\"\npoints = 7", "most = \"trains\"\npoints = 6"),
    ("NL-B4", "most = \"lanes(own and length == 1)\"", "most = \"lanes(own and length <= 2)\""),
    ("NL-B4", "most = \"lanes(own and length == 1)\"", "most = \"lanes(own)\""),
    ("NL-B4", "most = \"lanes(own and length == 1)\"", "most = \"lanes(own and length == 1 and symbols == 0)\""),
    ("NL-B4", "when = \"count(bonuses, small-steps) > 0\"", "when = \"false\""),
    ("NL-B4", "when = \"count(bonuses, small-steps) > 0\"", "when = \"true\""),
    ("NL-B4", "most = \"lanes(own and length == 1)\"\npoints = 10", "most = \"lanes(own and length == 1)\"\npoints = 9"),
    ("NL-B5", "most = \"different(country, reached)\"", "most = \"places(reached)\""),
    ("NL-B5", "most = \"different(country, reached)\"", "most = \"different(country, true)\""),
    ("NL-B5", "most = \"different(country, reached)\"", "most = \"different(country, reached and not capital)\""),
    ("NL-B5", "when = \"count(bonuses, international-tycoon) > 0\"", "when = \"false\""),
    ("NL-B5", "when = \"count(bonuses, international-tycoon) > 0\"", "when = \"true\""),
    ("NL-B5", "most = \"different(country, reached)\"\npoints = 12", "most = \"different(country, reached)\"\npoints = 11"),
    ("NL-B6", "most = \"longest(own)\"", "most = \"sum-lanes(length, own)\""),
    ("NL-B6", "most = \"longest(own)\"", "most = \"lanes(own)\""),
    ("NL-B6", "when = \"count(bonuses, nordic-express) > 0\"", "when = \"false\""),
    ("NL-B6", "when = \"count(bonuses, nordic-express) > 0\"", "when = \"true\""),
    ("NL-B6", "most = \"longest(own)\"\npoints = 10", "most = \"longest(own)\"\npoints = 9"),
    ("NL-B7", "most = \"count(tickets, joined(from, to) and points <= 5)\"", "most = \"count(tickets, points <= 5)\""),
    (
        "NL-B7",
        "most = \"count(tickets, joined(from, to) and points <= 5)\"",
        "most = \"count(tickets, joined(from, to) and points <= 4)\"",
    ),
    (
        "NL-B7",
        "most = \"count(tickets, joined(from, to) and points <= 5)\"",
        "most = \"count(tickets, joined(from, to) and points <= 6)\"",
    ),
    ("NL-B7", "most = \"count(tickets, joined(from, to) and points <= 5)\"", "most = \"count(tickets, joined(from, to))\""),
    (
        "NL-B7",
        "most = \"count(tickets, joined(from, to) and points <= 5)\"",
        "most = \"sum(tickets, points, joined(from, to) and points <= 5)\"",
    ),
    ("NL-B7", "when = \"count(bonuses, local-network) > 0\"", "when = \"false\""),
    ("NL-B7", "when = \"count(bonuses, local-network) > 0\"", "when = \"true\""),
    (
        "NL-B7",
        "most = \"count(tickets, joined(from, to) and points <= 5)\"\npoints = 10",
        "most = \"count(tickets, joined(from, to) and points <= 5)\"\npoints = 9",
    ),
    (
        "NL-B8",
        "most = \"count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))\"",
        "most = \"count(tickets, at(from, arctic) or at(to, arctic))\"",
    ),
    (
        "NL-B8",
        "most = \"count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))\"",
        "most = \"count(tickets, joined(from, to))\"",
    ),
    (
        "NL-B8",
        "most = \"count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))\"",
        "most = \"sum(tickets, at(from, arctic) + at(to, arctic), joined(from, to))\"",
    ),
    (
        "NL-B8",
        "most = \"count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))\"",
        "most = \"count(tickets, joined(from, to) and at(from, arctic))\"",
    ),
    (
        "NL-B8",
        "most = \"count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))\"",
        "most = \"count(tickets, joined(from, to) and at(to, arctic))\"",
    ),
    ("NL-B8", "when = \"count(bonuses, polar-express) > 0\"", "when = \"false\""),
    ("NL-B8", "when = \"count(bonuses, polar-express) > 0\"", "when = \"true\""),
    (
        "NL-B8",
        "most = \"count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))\"\npoints = 12",
        "most = \"count(tickets, joined(from, to) and (at(from, arctic) or at(to, arctic)))\"\npoints = 11",
    ),
    ("NL-B9", "most = \"lanes(own and ends(arctic) > 0)\"", "most = \"sum-lanes(ends(arctic), own)\""),
    ("NL-B9", "most = \"lanes(own and ends(arctic) > 0)\"", "most = \"lanes(own and ends(arctic) > 1)\""),
    ("NL-B9", "most = \"lanes(own and ends(arctic) > 0)\"", "most = \"lanes(own)\""),
    ("NL-B9", "most = \"lanes(own and ends(arctic) > 0)\"", "most = \"sum-lanes(length, own and ends(arctic) > 0)\""),
    ("NL-B9", "when = \"count(bonuses, snow-plough) > 0\"", "when = \"false\""),
    ("NL-B9", "when = \"count(bonuses, snow-plough) > 0\"", "when = \"true\""),
    (
        "NL-B9",
        "most = \"lanes(own and ends(arctic) > 0)\"\npoints = 12",
        "most = \"lanes(own and ends(arctic) > 0)\"\npoints = 11",
    ),
    ("NL-B10", "most = \"lanes(own and symbols > 0)\"", "most = \"sum-lanes(symbols, own)\""),
    ("NL-B10", "most = \"lanes(own and symbols > 0)\"", "most = \"lanes(own and symbols > 1)\""),
    ("NL-B10", "most = \"lanes(own and symbols > 0)\"", "most = \"lanes(own)\""),
    ("NL-B10", "when = \"count(bonuses, ferry-master) > 0\"", "when = \"false\""),
    ("NL-B10", "when = \"count(bonuses, ferry-master) > 0\"", "when = \"true\""),
    ("NL-B10", "most = \"lanes(own and symbols > 0)\"\npoints = 12", "most = \"lanes(own and symbols > 0)\"\npoints = 11"),
    ("NL-B11", "most = \"lanes(own and ends(country == norway) > 0)\"", "most = \"sum-lanes(ends(country == norway), own)\""),
    ("NL-B11", "most = \"lanes(own and ends(country == norway) > 0)\"", "most = \"lanes(own and ends(country == norway) > 1)\""),
    ("NL-B11", "most = \"lanes(own and ends(country == norway) > 0)\"", "most = \"lanes(own)\""),
    ("NL-B11", "when = \"count(bonuses, wild-west) > 0\"", "when = \"false\""),
    ("NL-B11", "when = \"count(bonuses, wild-west) > 0\"", "when = \"true\""),
    (
        "NL-B11",
        "most = \"lanes(own and ends(country == norway) > 0)\"\npoints = 7",
        "most = \"lanes(own and ends(country == norway) > 0)\"\npoints = 6",
    ),
    ("NL-B2", "map = \"nordic\"", "map = \"nordic\"\nplaces.stockholm.tags = [\"nothing\"]"),
    ("NL-B2", "map = \"nordic\"", "map = \"nordic\"\nplaces.kobenhavn.tags = [\"nothing\"]"),
    ("NL-B2", "map = \"nordic\"", "map = \"nordic\"\nplaces.oslo.tags = [\"nothing\"]"),
    ("NL-B2", "map = \"nordic\"", "map = \"nordic\"\nplaces.helsinki.tags = [\"nothing\"]"),
    ("NL-B2", "map = \"nordic\"", "map = \"nordic\"\nplaces.riga.tags = [\"capital\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.apatity.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.honningsvag.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.kemijarvi.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.kirkenes.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.kiruna.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.murmansk.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.narvik.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.rovaniemi.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.tromso.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.unnamed-sweden-north.tags = [\"nothing\"]"),
    ("NL-B9", "map = \"nordic\"", "map = \"nordic\"\nplaces.unnamed-russia.tags = [\"arctic\"]"),
    ("NL-B5", "map = \"nordic\"", "map = \"nordic\"\nplaces.riga.country = \"lithuania\""),
    ("NL-B11", "map = \"nordic\"", "map = \"nordic\"\nplaces.oslo.country = \"sweden\""),
    ("NL-10", "map = \"nordic\"", "map = \"nordic\"\nlines.helsinki-tallinn.symbols = 0"),
    ("NL-15", "map = \"nordic\"", "map = \"nordic\"\nlines.andalsnes-bergen.draw = 1"),
];

/// Lines of a game file that say nothing that a scenario could notice by what it expects.
const NOT_RULES: &[&str] = &["extends = ", "summary = ", "name = ", "cites = ", "bots.", "\""];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the workspace")
}

fn scenarios() -> Vec<Scenario> {
    let files = files_in(&root().join("tests/scenarios")).expect("a folder that can be read");
    files.iter().filter_map(|path| Scenario::load(path).ok()).collect()
}

fn game_file(game: &str) -> String {
    std::fs::read_to_string(root().join(format!("games/{game}.toml"))).expect("the game")
}

/// The changes that no scenario notices which covers the rule.
fn unnoticed(game: &str, changes: &[(&str, &str, &str)], everywhere: bool) -> Vec<String> {
    let text = game_file(game);
    // In a folder of its own: what lies beside a game file, or in `maps` next to its folder, is found first.
    let own = std::env::temp_dir().join(format!("railwright-{game}-changed-{}", std::process::id()));
    let folder = own.join("games");
    std::fs::create_dir_all(&folder).expect("a folder for the changed games");
    let scenarios: Vec<Scenario> = scenarios().into_iter().filter(|s| s.game == game).collect();
    let mut unnoticed = Vec::new();
    for (i, (rule, from, to)) in changes.iter().enumerate() {
        let mut changed = if everywhere { text.replace(from, to) } else { text.replacen(from, to, 1) };
        assert_ne!(changed, text, "{rule}: `{from}` is not in the game file");
        if *rule == "TTR-35" {
            changed = changed.replace("zone = \"market\" }", "zone = \"market\", from = \"deck\" }");
        }
        let path = folder.join(format!("changed-{i}.toml"));
        std::fs::write(&path, changed).expect("a changed game");
        let mut games = Games::new(&NoScripts);
        let notices = |scenario: &Scenario| {
            let mut changed = scenario.clone();
            changed.game = path.display().to_string();
            let Some(problems) = changed.run(&mut games).problems else { return false };
            let file = scenario.path.display().to_string();
            let own = problems.report.iter().any(|d| d.labels.iter().any(|(at, _)| problems.files.name(at.file) == file));
            assert!(own, "{rule}: `{to}`: the changed game is no game: {}", problems.render(false));
            true
        };
        if !scenarios.iter().filter(|s| s.covers.iter().any(|c| c == rule)).any(notices) {
            unnoticed.push(format!("{rule}: `{from}` can become `{to}`"));
        }
    }
    std::fs::remove_dir_all(&own).expect("the folder can be removed");
    unnoticed
}

#[test]
fn a_scenario_notices_every_change_of_ticket_to_ride() {
    let unnoticed = unnoticed("ticket-to-ride", TICKET_TO_RIDE, true);
    assert!(unnoticed.is_empty(), "no scenario notices that\n{}", unnoticed.join("\n"));
}

#[test]
fn a_scenario_notices_every_change_of_northern_lights() {
    let unnoticed = unnoticed("northern-lights", NORTHERN_LIGHTS, true);
    assert!(unnoticed.is_empty(), "no scenario notices that\n{}", unnoticed.join("\n"));
}

/// The changes that are listed in a file of their own.
fn listed(game: &str) -> Vec<(String, String, String)> {
    let path = root().join(format!("tests/changes/{game}.toml"));
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add(path.display().to_string(), std::fs::read_to_string(&path).expect("the changes"));
    let tree = parse(&files, file, &mut report);
    assert!(report.is_ok(), "{}", report.render(&files, false));
    let text = |node: &Node, i: usize| node.as_list().and_then(|l| l.get(i)?.as_text()).expect("three texts").to_owned();
    let changes = tree.at("changes").and_then(Node::as_list).expect("changes");
    changes.iter().map(|change| (text(change, 0), text(change, 1), text(change, 2))).collect()
}

#[test]
fn a_scenario_notices_every_listed_change() {
    for game in ["santa-fe-rails", "santa-fe-rails-terrain", "spike", "spike-advanced"] {
        let listed = listed(game);
        let changes: Vec<(&str, &str, &str)> = listed.iter().map(|(rule, from, to)| (&**rule, &**from, &**to)).collect();
        let unnoticed = unnoticed(game, &changes, false);
        assert!(unnoticed.is_empty(), "no scenario notices that\n{}", unnoticed.join("\n"));
    }
}

#[test]
fn every_line_of_northern_lights_is_changed() {
    let game = game_file("northern-lights");
    let mut untouched = Vec::new();
    let mut start = 0;
    for line in game.split_inclusive('\n') {
        let here = start..start + line.len();
        start = here.end;
        let words = line.split('#').next().unwrap_or_default().trim();
        if words.is_empty() || words.starts_with('[') || NOT_RULES.iter().any(|n| words.starts_with(n)) {
            continue;
        }
        let touched = |from: &str| game.match_indices(from).any(|(at, _)| at < here.end && at + from.len() > here.start);
        if !NORTHERN_LIGHTS.iter().any(|(_, from, _)| touched(from)) {
            untouched.push(line);
        }
    }
    assert!(untouched.is_empty(), "nothing changes these lines:\n{}", untouched.concat());
}

#[test]
fn names_and_cited_rules_are_kept_in_the_outcomes() {
    let game = game_file("northern-lights");
    let outcomes: String = scenarios()
        .iter()
        .filter(|s| s.game == "northern-lights")
        .map(|s| std::fs::read_to_string(outcome_path(&s.path)).expect("an outcome"))
        .collect();
    for line in game.lines().filter(|l| l.starts_with("name = ") || l.starts_with("cites = ")) {
        for text in line.split('"').skip(1).step_by(2) {
            assert!(outcomes.contains(text), "no outcome shows `{text}`");
        }
    }
}

#[test]
fn every_rule_is_covered_and_every_id_exists() {
    let covered: Vec<String> = scenarios().into_iter().flat_map(|s| s.covers).collect();
    let games =
        [("ticket-to-ride", "TTR-", 35), ("northern-lights", "NL-", 34), ("santa-fe-rails", "SFR-", 68), ("spike", "SPK-", 47)];
    for (game, prefix, count) in games {
        let rules = std::fs::read_to_string(root().join(format!("docs/rules/{game}.md"))).expect("the rules");
        let ids: Vec<&str> =
            rules.lines().filter_map(|l| l.strip_prefix("- ")?.split(' ').next()).filter(|w| w.starts_with(prefix)).collect();
        let missing: Vec<&&str> = ids.iter().filter(|id| !covered.iter().any(|c| c == *id)).collect();
        let unknown: Vec<&String> = covered.iter().filter(|c| c.starts_with(prefix) && !ids.contains(&c.as_str())).collect();
        assert_eq!(ids.len(), count);
        assert!(missing.is_empty() && unknown.is_empty(), "not covered: {missing:?}; no such rule: {unknown:?}");
    }
}
