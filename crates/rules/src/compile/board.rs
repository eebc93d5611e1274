//! From the tree to the board: places, lines, lanes.

use super::schema::{GameKeys, LaneKeys, LineKeys, MapKeys, PlaceKeys};
use super::{Compiler, attribute_kinds};
use crate::limits::{FARTHEST, LANES, SIDE_BY_SIDE};
use railwright_core::components::{FieldType, NO_PLACE};
use railwright_core::id::{LaneId, LineId, PlaceId};
use railwright_core::map::{Lane, Line, Map, Place};
use railwright_core::narrow::{narrow, saturated};
use railwright_source::kinds::Point;
use railwright_source::{Diagnostic, Includes, Key, Keys, Kind, Node, Reader};

impl Compiler<'_> {
    pub(super) fn board(&mut self, game: &Reader<GameKeys>) {
        let extra = attribute_kinds(&self.parts.place_attributes);
        let mut places = Vec::new();
        for (id, _, node) in game.get(MapKeys::PLACES) {
            let reader = Reader::<PlaceKeys>::with_extra(node, &extra, format!("places.{id}"), self.report);
            let (x, y) = self.point(&reader, PlaceKeys::AT).unwrap_or_default();
            let tags = self.tags(reader.get(PlaceKeys::TAGS));
            let attributes = self.attributes(|name| reader.extra(name), &self.parts.place_attributes.clone());
            places.push(Place {
                id: id.to_owned(),
                name: reader.get(PlaceKeys::NAME).unwrap_or(id).to_owned(),
                at: (saturated::<i32>(x), saturated::<i32>(y)),
                junction: reader.get(PlaceKeys::JUNCTION).unwrap_or(false),
                tags,
                attributes,
            });
        }
        self.known.add_all("place", places.iter().map(|p| p.id.as_str()));
        let find = |id: &str| places.iter().position(|p| p.id == id).map(PlaceId::from);
        let (mut lines, mut lanes) = (Vec::new(), Vec::new());
        let extra = attribute_kinds(&self.parts.lane_attributes);
        for (id, origin, node) in game.get(MapKeys::LINES) {
            let reader = Reader::<LineKeys>::with_extra(node, &extra, format!("lines.{id}"), self.report);
            reader.check_names(&self.known, self.report);
            let named = reader.get(LineKeys::ENDS);
            let ends: Vec<PlaceId> = named.iter().filter_map(|(name, _)| find(name)).collect();
            let Ok(ends) = <[PlaceId; 2]>::try_from(ends) else {
                if named.len() != 2 {
                    let problem = Diagnostic::error("wrong-ends", format!("line `{id}` joins {} places", named.len()));
                    self.report.push(problem.at(reader.origin(LineKeys::ENDS), "two places should stand here"));
                }
                continue;
            };
            if ends[0] == ends[1] {
                let problem = Diagnostic::error("wrong-ends", format!("line `{id}` joins a place to itself"));
                self.report.push(problem.at(reader.origin(LineKeys::ENDS), "both ends are the same"));
            }
            let line = LineId::from(lines.len());
            let strips = self.lanes(&reader, &extra, id, line, ends, lanes.len());
            let ids = (lanes.len()..lanes.len() + strips.len()).map(LaneId::from).collect();
            lanes.extend(strips);
            lines.push(Line { id: id.to_owned(), ends, one_way: reader.get(LineKeys::ONE_WAY).unwrap_or(false), lanes: ids });
            if lanes.len() > LANES {
                let problem = Diagnostic::error("too-many-lanes", format!("a map can have {LANES} lanes"));
                self.report.push(problem.at(origin, "this one is too many").help("use a smaller board"));
                break;
            }
        }
        self.parts.map = Map::new(places, lines, lanes);
    }

    /// A point of the drawing: where it may be is limited, so that the drawing is.
    pub(super) fn point<S: Includes<K>, K: Keys>(&mut self, reader: &Reader<S>, key: Key<K, Point>) -> Option<(i64, i64)> {
        let (x, y) = reader.get(key)?;
        if [x, y].iter().any(|n| !(-FARTHEST..=FARTHEST).contains(n)) {
            let message = format!("both numbers of a point are from -{FARTHEST} to {FARTHEST}");
            self.report.push(Diagnostic::error("out-of-range", message).at(reader.origin(key), "too far away"));
        }
        Some((x.clamp(-FARTHEST, FARTHEST), y.clamp(-FARTHEST, FARTHEST)))
    }

    fn lanes(
        &mut self,
        line: &Reader<LineKeys>,
        extra: &[(String, Kind)],
        id: &str,
        of: LineId,
        ends: [PlaceId; 2],
        before: usize,
    ) -> Vec<Lane> {
        let default = Node::new(railwright_source::Value::Text("grey".into()), line.here());
        let mut strips = line.get(LineKeys::LANES);
        if strips.is_empty() {
            strips.push(&default);
        }
        if strips.len() > SIDE_BY_SIDE {
            let problem = Diagnostic::error("too-many-lanes", format!("a line can have {SIDE_BY_SIDE} lanes"));
            let problem = problem.at(line.origin(LineKeys::LANES), format!("these are {}", strips.len()));
            self.report.push(problem.help("make two lines of it"));
            strips.truncate(SIDE_BY_SIDE);
        }
        let wanted = self.parts.lane_attributes.clone();
        let mut lanes: Vec<Lane> = Vec::new();
        let colors: Vec<String> =
            strips.iter().map(|s| s.as_text().or(s.at("color").and_then(Node::as_text)).unwrap_or("grey").to_owned()).collect();
        for (i, strip) in strips.iter().enumerate() {
            let table = strip.as_table().is_some();
            let own =
                table.then(|| Reader::<LaneKeys>::with_extra(strip, extra, format!("{}.lanes.{i}", line.path()), self.report));
            if !table && strip.as_text().is_none() {
                let problem =
                    Diagnostic::error("wrong-kind", "a lane is a colour, or a table with `color`, `length` and attributes");
                self.report.push(problem.at(strip.origin, "neither"));
            }
            // What stands on the line holds for all its lanes.
            let written = |name: &str| own.as_ref().and_then(|own| own.extra(name)).or_else(|| line.extra(name));
            let attributes = self.attributes(written, &wanted);
            let repeated = colors.iter().filter(|c| **c == colors[i]).count() > 1;
            let suffix = match (colors.len(), repeated) {
                (1, _) => String::new(),
                (_, true) => format!("/{}", i + 1),
                (_, false) => format!("/{}", colors[i]),
            };
            lanes.push(Lane {
                id: format!("{id}{suffix}"),
                line: of,
                ends,
                length: saturated::<u8>(
                    own.as_ref().and_then(|own| own.get(LaneKeys::LENGTH)).or(line.get(LineKeys::LENGTH)).unwrap_or(1),
                ),
                color: self.parts.words.intern(&colors[i]),
                attributes,
            });
        }
        debug_assert!(before + lanes.len() <= u16::MAX as usize);
        lanes
    }

    /// The values of declared attributes as they were written; what was left out is zero, no word or no place.
    pub(super) fn attributes<'n>(
        &mut self,
        written: impl Fn(&str) -> Option<&'n Node>,
        wanted: &[(String, FieldType)],
    ) -> Vec<i32> {
        let mut value = |name: &str, kind| written(name).map_or(absent(kind), |node| self.field_number(node, kind));
        wanted.iter().map(|(name, kind)| value(name, *kind)).collect()
    }

    /// A number, or that of a word, a place or a list.
    pub(super) fn field_number(&mut self, node: &Node, kind: FieldType) -> i32 {
        match kind {
            FieldType::Number => saturated::<i32>(node.as_int().unwrap_or(0)),
            FieldType::Word => node.as_text().map_or(0, |w| self.parts.words.intern(w).0.into()),
            FieldType::Place => {
                let Some(name) = node.as_text() else { return NO_PLACE };
                self.known.check("place", name, node.origin, self.report);
                self.parts.map.find_place(name).map_or(NO_PLACE, |p| p.0.into())
            }
            FieldType::Numbers | FieldType::Words => {
                let item = if kind == FieldType::Numbers { FieldType::Number } else { FieldType::Word };
                let list = node.as_list().unwrap_or(std::slice::from_ref(node));
                let list = list.iter().map(|n| self.field_number(n, item)).collect();
                self.parts.lists.push(list);
                narrow::<i32>(self.parts.lists.len() - 1)
            }
            FieldType::Places | FieldType::Pays => 0,
        }
    }
}

/// What stands for a value that is left out: 0, no word, no place or the empty list.
pub(super) fn absent(kind: FieldType) -> i32 {
    if matches!(kind, FieldType::Place | FieldType::Numbers | FieldType::Words) { NO_PLACE } else { 0 }
}
