//! Options between the script and the rules: ids, numbers and texts on the one side, numbers of things on the other.

use crate::host_state::{HostResult, HostState};
use crate::ids::cause;
use crate::names::{company, seat, seat_number, text};
use railwright_core::id::SeatId;
use railwright_core::narrow::narrow;
use railwright_rules::module::{About, ModuleAction, OptionList, ScriptOption};
use rhai::{Array, Dynamic, INT};

/// The options that a function of a script gave, or what is wrong with them.
pub(crate) fn read(host: &HostState, action: &ModuleAction, given: &Dynamic) -> Result<OptionList, String> {
    let mut list = OptionList::default();
    if action.about == About::Nothing {
        let can = given.as_bool().map_err(|kind| format!("should give true or false, not a value of type {kind}"))?;
        list.options.extend(can.then(ScriptOption::default));
        return Ok(list);
    }
    let wanted = |kind: &str| format!("should give a list, not a value of type {kind}");
    let given = given.as_array_ref().map_err(wanted)?;
    list.options.reserve(given.len());
    let mut near = 0;
    for item in given.iter() {
        options(host, action, item, (&mut list, &mut near))?;
    }
    // In the order of the map, as a query of the host gives them, there is nothing twice.
    if list.options.windows(2).all(|pair| pair[0] < pair[1]) {
        return Ok(list);
    }
    let mut sorted = list.options.clone();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let at = list.options.iter().position(|option| *option == twice[0]).unwrap_or_default();
        return Err(format!("gave {} twice", given[at]));
    }
    Ok(list)
}

/// Appends an option; where something belongs to it, that may belong to each of a list: `[table.places_where("open"), 3]`.
fn options(
    host: &HostState,
    action: &ModuleAction,
    item: &Dynamic,
    (list, near): (&mut OptionList, &mut usize),
) -> Result<(), String> {
    let OptionList { options, texts } = list;
    let Some(with) = action.with else {
        options.push(ScriptOption { about: number(host, action.about, item, (texts, near))?, with: 0 });
        return Ok(());
    };
    let pair = item.as_array_ref().map_err(|kind| format!("should give pairs [item, with], not values of type {kind}"))?;
    let [about, other] = &pair[..] else { return Err(format!("should give pairs [item, with], not lists of {}", pair.len())) };
    let with = number(host, with, other, (texts, &mut 0))?;
    match about.as_array_ref() {
        Ok(several) => {
            for about in several.iter() {
                options.push(ScriptOption { about: number(host, action.about, about, (texts, near))?, with });
            }
        }
        Err(_) => options.push(ScriptOption { about: number(host, action.about, about, (texts, near))?, with }),
    }
    Ok(())
}

/// The number of something that a script names, looked for from near the last one on.
fn number(host: &HostState, about: About, item: &Dynamic, (texts, near): (&mut Vec<String>, &mut usize)) -> Result<u16, String> {
    let parts = host.parts();
    let table = match about {
        About::Lane => Some(&host.lanes),
        About::Place => Some(&host.places),
        _ => None,
    };
    if let (Some(table), Ok(id)) = (table, item.as_immutable_string_ref())
        && let Some(at) = table.given_out(&id, *near)
    {
        *near = at;
        return Ok(narrow(at));
    }
    let named = |what: &str| text(what, item);
    let whole = || item.as_int().map_err(|kind| format!("should give numbers, not values of type {kind}"));
    let found: HostResult<usize> = match about {
        About::Lane => named("lane").and_then(|id| Ok(host.lane(&id)?.index())),
        About::Place => named("place").and_then(|id| Ok(host.place(&id)?.index())),
        About::Company => named("company").and_then(|id| company(parts, &id)),
        About::Card(Some(set)) => named("card").and_then(|id| Ok(host.kind(set, &id)?.index())),
        About::Seat => seat(parts, whole()?).map(SeatId::index),
        About::Number => {
            let number = whole()?;
            return u16::try_from(number).map_err(|_| format!("gave {number}, and options go from 0 to {}", u16::MAX));
        }
        About::Text => return own_text(item, texts),
        About::Nothing | About::Card(None) => return Ok(0),
    };
    found.map(narrow::<u16>).map_err(|why| format!("gave what is not there: {}", cause(&why)))
}

fn own_text(item: &Dynamic, texts: &mut Vec<String>) -> Result<u16, String> {
    let wrong = |kind| format!("should give a list of texts, not of values of type {kind}");
    let text = item.clone().into_string().map_err(wrong)?;
    if text != text.trim() || text.contains('\n') {
        return Err(format!("gave `{text}`, which has blanks around it or is more than a line"));
    }
    let at = texts.iter().position(|known| *known == text).unwrap_or_else(|| {
        texts.push(text);
        texts.len() - 1
    });
    u16::try_from(at).map_err(|_| "gave too many texts".to_owned())
}

/// What stands for something, as scripts see it.
fn word(host: &HostState, about: About, number: u16, texts: &[String]) -> Dynamic {
    let (parts, at) = (host.parts(), usize::from(number));
    match about {
        About::Lane if at < parts.map.lanes.len() => host.lanes.id(at),
        About::Place if at < parts.map.places.len() => host.places.id(at),
        About::Company => parts.companies.get(at).map_or(Dynamic::UNIT, |company| company.id.clone().into()),
        About::Card(Some(set)) => parts.cards[set.index()].kinds.get(at).map_or(Dynamic::UNIT, |kind| kind.id.clone().into()),
        About::Seat => seat_number(SeatId(narrow::<u8>(number))).into(),
        About::Number => INT::from(number).into(),
        About::Text => texts.get(at).map_or(Dynamic::UNIT, |text| text.clone().into()),
        About::Nothing | About::Lane | About::Place | About::Card(None) => Dynamic::UNIT,
    }
}

/// What the functions of an action are given for an option, after the table and the seat.
pub(crate) fn arguments(host: &HostState, action: &ModuleAction, option: ScriptOption, texts: &[String]) -> Vec<Dynamic> {
    let about = (action.about != About::Nothing).then(|| word(host, action.about, option.about, texts));
    let with = action.with.map(|with| word(host, with, option.with, texts));
    about.into_iter().chain(with).collect()
}

/// An option as one value: an item, or a list of the item and what else belongs to it.
pub(crate) fn value(host: &HostState, action: &ModuleAction, option: ScriptOption, texts: &[String]) -> Dynamic {
    let mut all: Array = arguments(host, action, option, texts);
    if all.len() > 1 { all.into() } else { all.pop().unwrap_or(Dynamic::UNIT) }
}
