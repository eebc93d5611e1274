//! Facts of the board, the parties and the game's options.

use super::{Host, add};
use crate::host_state::{HostResult, HostState, Table, fault};
use crate::names::{company, pick};
use railwright_core::components::FieldType;
use railwright_core::id::{LaneId, PlaceId, WordId};
use railwright_core::narrow::{position, saturated};
use rhai::{Array, Dynamic, INT};

/// What a number of the data means to a script, by its declared type.
pub(super) fn value(host_state: &HostState, kind: FieldType, number: i32) -> Dynamic {
    match kind {
        FieldType::Word => host_state.parts().words.text(WordId(saturated::<u16>(number.into()))).to_owned().into(),
        // A place, or nothing where it is left out.
        FieldType::Place => usize::try_from(number).map_or(Dynamic::UNIT, |place| host_state.places.id(place)),
        FieldType::Numbers | FieldType::Words => {
            let item = if kind == FieldType::Numbers { FieldType::Number } else { FieldType::Word };
            let list = host_state.parts().lists.get(position(number.into())).into_iter().flatten();
            list.map(|&one| value(host_state, item, one)).collect::<Array>().into()
        }
        FieldType::Number | FieldType::Places | FieldType::Pays => INT::from(number).into(),
    }
}

/// A declared attribute: where it stands and what it holds.
pub(super) fn attribute(declared: &[(String, FieldType)], name: &str) -> HostResult<(usize, FieldType)> {
    let at = pick("attribute", name, declared.iter().map(|(id, _)| id.as_str()))?;
    Ok((at, declared[at].1))
}

pub(super) fn register(host: &mut Host) {
    parties(host);
    places(host);
    lanes(host);
}

fn parties(host: &mut Host) {
    add!(host, ("players", "", "number"), "how many seats there are", |t: &mut Table| t.at(|d| INT::from(d.parts().seats)));
    add!(host, ("companies", "", "ids"), "all companies", |t: &mut Table| {
        t.list(|d| Ok(d.parts().companies.iter().map(|c| c.id.clone().into()).collect()))
    });
    add!(
        host,
        ("company_attribute", "company, attribute", "value"),
        "a declared attribute of a company",
        |t: &mut Table, id: &str, name: &str| {
            t.value(|d| {
                let company = company(d.parts(), id)?;
                let (at, kind) = attribute(&d.parts().company_attributes, name)?;
                Ok(value(d, kind, d.parts().companies[company].attributes[at]))
            })
        }
    );
    add!(
        host,
        ("company_tagged", "company, tag", "true or false"),
        "whether the company has the tag",
        |t: &mut Table, id: &str, tag: &str| {
            t.at(|d| HostResult::Ok(d.parts().companies[company(d.parts(), id)?].tags >> d.tag(tag)? & 1 == 1))
        }
    );
    add!(host, ("home", "company", "place or ()"), "where the company starts", |t: &mut Table, id: &str| {
        t.at(|d| {
            let home = d.parts().companies[company(d.parts(), id)?].home;
            HostResult::Ok(home.map_or(Dynamic::UNIT, |p| d.places.id(p.index())))
        })
    });
    add!(host, ("option", "option", "true or false"), "whether that option of the game is on", |t: &mut Table, id: &str| {
        t.at(|d| {
            let options = &d.parts().options;
            HostResult::Ok(options[pick("option", id, options.iter().map(|o| o.0.as_str()))?].1)
        })
    });
    add!(
        host,
        ("lookup", "list, number", "number"),
        "an entry of a list of `[tables]`; the last holds for all above",
        |t: &mut Table, id: &str, at: INT| {
            t.at(|d| {
                let lists = &d.parts().lookups;
                let values = &lists[pick("list", id, lists.iter().map(|l| l.id.as_str()))?].values;
                let value = usize::try_from(at).ok().map_or(values.first(), |at| values.get(at).or(values.last()));
                value.map(|&v| INT::from(v)).ok_or_else(|| fault(format!("the list `{id}` is empty")))
            })
        }
    );
}

fn places(host: &mut Host) {
    add!(host, ("places", "", "ids"), "all places of the map, junctions too", |t: &mut Table| t.list(|d| Ok(d.places.all())));
    add!(host, ("place_name", "place", "text"), "what people read", |t: &mut Table, place: &str| {
        t.at(|d| HostResult::Ok(d.parts().map.place(d.place(place)?).name.clone()))
    });
    add!(
        host,
        ("junction", "place", "true or false"),
        "whether the place is a junction and no city",
        |t: &mut Table, place: &str| { t.at(|d| HostResult::Ok(d.parts().map.place(d.place(place)?).junction)) }
    );
    add!(
        host,
        ("place_tagged", "place, tag", "true or false"),
        "whether the place has the tag",
        |t: &mut Table, place: &str, tag: &str| {
            t.at(|d| HostResult::Ok(d.parts().map.place(d.place(place)?).tags >> d.tag(tag)? & 1 == 1))
        }
    );
    add!(
        host,
        ("place_attribute", "place, attribute", "value"),
        "a declared attribute of a place",
        |t: &mut Table, place: &str, name: &str| {
            t.value(|d| {
                let (at, kind) = attribute(&d.parts().place_attributes, name)?;
                Ok(value(d, kind, d.parts().map.place(d.place(place)?).attributes[at]))
            })
        }
    );
    add!(host, ("lanes_at", "place", "ids"), "the lanes that end in a place", |t: &mut Table, place: &str| {
        t.list(|d| Ok(d.parts().map.lanes_at(d.place(place)?).iter().map(|l| d.lanes.id(l.index())).collect()))
    });
    add!(
        host,
        ("neighbours", "place", "ids"),
        "the places at the other ends of these, each once",
        |t: &mut Table, place: &str| {
            t.list(|d| {
                let (map, here) = (&d.parts().map, d.place(place)?);
                let mut next: Vec<PlaceId> =
                    map.lanes_at(here).iter().flat_map(|l| map.lane(*l).ends).filter(|p| *p != here).collect();
                next.sort_unstable();
                next.dedup();
                Ok(next.into_iter().map(|p| d.places.id(p.index())).collect())
            })
        }
    );
    add!(
        host,
        ("distance", "place, place", "number or ()"),
        "spaces on the shortest way over any lanes",
        |t: &mut Table, from: &str, to: &str| {
            t.at(|d| {
                let (from, to): (PlaceId, PlaceId) = (d.place(from)?, d.place(to)?);
                let map = &d.parts().map;
                d.meter.work(map.lanes.len())?;
                let spaces = map.distances(from, |lane| map.lane(lane).length.into())[to.index()];
                HostResult::Ok(spaces.map_or(Dynamic::UNIT, |n| INT::from(n).into()))
            })
        }
    );
}

fn lanes(host: &mut Host) {
    add!(host, ("lanes", "", "ids"), "all lanes of the map", |t: &mut Table| t.list(|d| Ok(d.lanes.all())));
    add!(host, ("length", "lane", "number"), "how many spaces the lane has", |t: &mut Table, lane: &str| {
        t.at(|d| HostResult::Ok(INT::from(d.parts().map.lane(d.lane(lane)?).length)))
    });
    add!(host, ("color", "lane", "text"), "the colour of its spaces", |t: &mut Table, lane: &str| {
        t.at(|d| HostResult::Ok(d.parts().words.text(d.parts().map.lane(d.lane(lane)?).color).to_owned()))
    });
    add!(host, ("ends", "lane", "two places"), "the places it joins", |t: &mut Table, lane: &str| {
        t.list(|d| Ok(d.parts().map.lane(d.lane(lane)?).ends.iter().map(|p| d.places.id(p.index())).collect()))
    });
    add!(host, ("twins", "lane", "ids"), "all lanes of its line, itself too", |t: &mut Table, lane: &str| {
        t.list(|d| {
            let lane: LaneId = d.lane(lane)?;
            Ok(d.parts().map.line_of(lane).lanes.iter().map(|l| d.lanes.id(l.index())).collect())
        })
    });
    add!(
        host,
        ("lane_attribute", "lane, attribute", "value"),
        "a declared attribute of a lane",
        |t: &mut Table, lane: &str, name: &str| {
            t.value(|d| {
                let (at, kind) = attribute(&d.parts().lane_attributes, name)?;
                Ok(value(d, kind, d.parts().map.lane(d.lane(lane)?).attributes[at]))
            })
        }
    );
}
