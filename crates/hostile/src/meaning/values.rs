//! What can stand under a key and what should not: things of every family, owner and form. Which keys there are is what the schemas say,
//! so a new mechanic, step or key is tried as soon as it is declared.

use super::arena::{self, FORMS, OWNERS, Sort};
use railwright_rules::{flow, mechanics};
use railwright_source::{Kind, Schema};
use std::sync::OnceLock;
use toml::{Table, Value};

/// One value of a probe replaced.
#[derive(Clone, Debug)]
pub struct Change {
    /// Where it stands: names of keys, numbers of items.
    pub path: Vec<String>,
    /// What stands there instead.
    pub value: Value,
}

/// Everything that one kind of action or step can be made to say.
pub struct Changes {
    /// Whether it is an action or a step.
    pub sort: Sort,
    /// Its `do`.
    pub kind: &'static str,
    /// Single changes of its probe.
    pub each: Vec<Change>,
}

/// The changes of every kind of action and step.
pub fn all() -> &'static [Changes] {
    static ALL: OnceLock<Vec<Changes>> = OnceLock::new();
    ALL.get_or_init(|| {
        let words = Vocabulary::of_arena();
        let words = &words;
        let of = |sort: Sort, schemas: &'static [(&'static str, &'static Schema)]| {
            schemas.iter().map(move |&(kind, schema)| {
                let probe = arena::good(sort, kind).unwrap_or_default();
                let mut each = Vec::new();
                keys(schema, &mut Vec::new(), Some(&probe), words, &mut each);
                Changes { sort, kind, each }
            })
        };
        of(Sort::Action, mechanics::SCHEMAS).chain(of(Sort::Step, flow::SCHEMAS)).collect()
    })
}

/// The changes of all keys of a schema but those that are only for people, where a table of it stands or could stand.
fn keys(schema: &Schema, path: &mut Vec<String>, written: Option<&Table>, words: &Vocabulary, each: &mut Vec<Change>) {
    for key in schema.all_keys().into_iter().filter(|key| !["do", "word", "cites"].contains(&key.name)) {
        path.push(key.name.to_owned());
        let now = written.and_then(|table| table.get(key.name));
        each.extend(values(&key.kind, words).into_iter().map(|value| Change { path: path.clone(), value }));
        match key.kind {
            Kind::Table(inner) => keys(inner, path, now.and_then(Value::as_table), words, each),
            Kind::TableList(inner) => {
                for (number, entry) in now.and_then(Value::as_array).into_iter().flatten().enumerate() {
                    path.push(number.to_string());
                    keys(inner, path, entry.as_table(), words, each);
                    path.pop();
                }
            }
            _ => {}
        }
        path.pop();
    }
}

/// What stands under a key in turn: what fits its kind, whatever it means.
pub fn values(kind: &Kind, words: &Vocabulary) -> Vec<Value> {
    let texts = |texts: &[String]| texts.iter().cloned().map(Value::String).collect::<Vec<_>>();
    let names = || words.names.iter();
    match kind {
        Kind::Bool => vec![Value::Boolean(true), Value::Boolean(false)],
        Kind::Int { min, max } => [*min, *max, 2].into_iter().filter(|n| (min..=max).contains(&n)).map(Value::Integer).collect(),
        Kind::Word(words) => words.iter().map(|word| Value::String((*word).to_owned())).collect(),
        Kind::Name(_) | Kind::Text => texts(&words.names),
        Kind::Names(_) | Kind::Texts => {
            let one = names().map(|name| Value::Array(texts(std::slice::from_ref(name))));
            let twice = names().map(|name| Value::Array(texts(&[name.clone(), name.clone()])));
            one.chain(twice).chain([Value::Array(Vec::new())]).collect()
        }
        Kind::Expr => texts(&words.expressions),
        Kind::IntList => vec![Value::Array(vec![Value::Integer(1)])],
        Kind::Map(inner) => {
            let of = |name: &String, value: Value| Value::Table([(name.clone(), value)].into_iter().collect());
            match inner {
                Kind::Expr => names().map(|name| of(name, Value::String("1".to_owned()))).collect(),
                _ => names().map(|name| of(name, Value::Integer(25))).collect(),
            }
        }
        Kind::List(inner) => values(inner, words).into_iter().map(|value| Value::Array(vec![value])).collect(),
        Kind::OneOf(kinds) => kinds.iter().flat_map(|kind| values(kind, words)).collect(),
        Kind::Table(_) | Kind::Tables(_) | Kind::TableList(_) | Kind::Any | Kind::Include(_) | Kind::Point => Vec::new(),
    }
}

/// What there is to speak of in a game.
pub struct Vocabulary {
    names: Vec<String>,
    expressions: Vec<String>,
}

impl Vocabulary {
    /// Everything in the arena that has a name, and expressions each of which means something somewhere.
    fn of_arena() -> Self {
        let zones = OWNERS.iter().flat_map(|of| FORMS.iter().map(move |form| format!("{form}-{of}")));
        let others = OWNERS.iter().flat_map(|of| ["n", "lanes", "places"].map(|what| format!("{what}-{of}")));
        let rest = "shares connected pass nothing ash red-line pot ware engine arena flawed pair".split(' ').map(str::to_owned);
        let owned = OWNERS.iter().flat_map(|of| {
            let bag = format!("size(bag-{of})");
            [format!("n-{of}"), bag, format!("count(pile-{of}, flawed)"), format!("in(lanes-{of})"), format!("in(places-{of})")]
        });
        let said = "true,false,0,2,0 - 3,1000000,flawed,coast,narrow,length,hill,yield,worth,pair,pot,ash,red-line,here == ash,\
                    pair == clay,own,reached,connected,level,space,round,last-lane(length),last-place(yield),last-company(worth),\
                    lanes(own),places(coast),companies(narrow),seats(n-seat > 3),engine,ware,pass,nothing,total";
        let expressions = owned.chain(said.split(',').map(str::to_owned));
        Vocabulary { names: zones.chain(others).chain(rest).collect(), expressions: expressions.collect() }
    }

    /// The names of a game, and what it says anywhere.
    pub fn of_game(game: &Table) -> Self {
        let mut words = Vocabulary { names: Vec::new(), expressions: Vec::new() };
        for (_, section) in game.iter().filter_map(|(name, section)| Some((name, section.as_table()?))) {
            words.names.extend(section.keys().cloned());
            section.iter().for_each(|(_, value)| texts_in(value, &mut words.expressions));
        }
        words.expressions.extend(words.names.clone());
        words.expressions.extend(words.names.iter().map(|name| format!("size({name})")));
        words
    }
}

fn texts_in(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| texts_in(value, texts)),
        Value::Table(table) => table.iter().for_each(|(_, value)| texts_in(value, texts)),
        _ => {}
    }
}

impl Change {
    /// Puts the value where it belongs, with tables around it that are not there yet.
    pub fn make(&self, probe: &mut Table) {
        let Some((first, rest)) = self.path.split_first() else { return };
        let at = probe.entry(first.as_str()).or_insert_with(|| Value::Table(Table::new()));
        replace(at, rest, &self.value);
    }
}

fn replace(at: &mut Value, path: &[String], value: &Value) {
    match (path.split_first(), at) {
        (None, at) => *at = value.clone(),
        (Some((key, rest)), Value::Table(table)) => {
            replace(table.entry(key.as_str()).or_insert_with(|| Value::Table(Table::new())), rest, value);
        }
        (Some((number, rest)), Value::Array(list)) => {
            if let Some(item) = number.parse().ok().and_then(|number: usize| list.get_mut(number)) {
                replace(item, rest, value);
            }
        }
        (Some(_), other) => *other = value.clone(),
    }
}
