//! What `tables(game)` can fill in: declared attributes of places, lanes and companies.

use super::map::attribute;
use super::{Host, add};
use crate::host_state::{HostResult, HostState, Table, fault};
use crate::names::{company, text};
use railwright_core::components::FieldType;
use railwright_core::narrow::saturated;
use railwright_rules::limits::NUMBER;
use rhai::Dynamic;

/// The number that stands for a value of a declared type.
fn number(host_state: &mut HostState, name: &str, kind: FieldType, value: &Dynamic) -> HostResult<i32> {
    match kind {
        FieldType::Word => Ok(host_state.parts_mut()?.words.intern(&text("word", value)?).0.into()),
        FieldType::Place => Ok(host_state.place(&text("place", value)?)?.0.into()),
        FieldType::Numbers | FieldType::Words => Err(fault(format!("`{name}` is a list, which only the data can give"))),
        FieldType::Number | FieldType::Places | FieldType::Pays => {
            let number = value.as_int().map_err(|kind| fault(format!("`{name}` is a number, not a value of type {kind}")))?;
            let fits = (-NUMBER..=NUMBER).contains(&number);
            fits.then_some(saturated::<i32>(number))
                .ok_or_else(|| fault(format!("`{name}` cannot be {number}: {NUMBER} is the most")))
        }
    }
}

pub(super) fn register(host: &mut Host) {
    add!(
        host,
        ("set_place", "place, attribute, value", ""),
        "gives a declared attribute of a place its value",
        |t: &mut Table, place: &str, name: &str, value: Dynamic| {
            t.at(|d| {
                let (at, kind) = attribute(&d.parts().place_attributes, name)?;
                let (place, value) = (d.place(place)?, number(d, name, kind, &value)?);
                d.parts_mut()?.map.places[place.index()].attributes[at] = value;
                HostResult::Ok(())
            })
        }
    );
    add!(
        host,
        ("set_lane", "lane, attribute, value", ""),
        "gives a declared attribute of a lane its value",
        |t: &mut Table, lane: &str, name: &str, value: Dynamic| {
            t.at(|d| {
                let (at, kind) = attribute(&d.parts().lane_attributes, name)?;
                let (lane, value) = (d.lane(lane)?, number(d, name, kind, &value)?);
                d.parts_mut()?.map.lanes[lane.index()].attributes[at] = value;
                HostResult::Ok(())
            })
        }
    );
    add!(
        host,
        ("set_company", "company, attribute, value", ""),
        "gives a declared attribute of a company its value",
        |t: &mut Table, id: &str, name: &str, value: Dynamic| {
            t.at(|d| {
                let (at, kind) = attribute(&d.parts().company_attributes, name)?;
                let (company, value) = (company(d.parts(), id)?, number(d, name, kind, &value)?);
                d.parts_mut()?.companies[company].attributes[at] = value;
                HostResult::Ok(())
            })
        }
    );
}
