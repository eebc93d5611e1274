// What the server says, as types for the checker: nothing of this runs.

/**
 * @typedef {{color: string | null, ink: string, sign: string | null}} Face
 * @typedef {{name: string, mark: string, color: string, owner: string}} Party
 * @typedef {{id: string, name: string, at: number[], junction: boolean}} Place
 * @typedef {{id: string, line: string, ends: string[], length: number, color: string, one_way?: boolean}} Lane
 * @typedef {{id: string, count: number, fields?: Record<string, unknown>, tags?: string[]}} CardKind
 * @typedef {{id: string, name: string, home: string | null}} Company
 * @typedef {{
 *   game: string, name: string, summary: string, players: number, svg: string, legend: string,
 *   places: Place[], lanes: Lane[], cards: Record<string, CardKind[]>, companies: Company[],
 *   parties: Party[], faces: Record<string, Record<string, Face>>, actions: {id: string, word: string}[],
 * }} About
 *
 * @typedef {{id: string, name: string, set: string, size: number | null, row?: (string | null)[], columns?: number, cards?: [string, number][]}} Zone
 * @typedef {{id: string, name: string, value: number}} Counter
 * @typedef {{zones: Zone[], counters: Counter[], trains?: {id: string, name: string, where: string}[]}} Belongings
 * @typedef {Belongings & {id: string, name: string, owner: string}} CompanyState
 * @typedef {{
 *   card: string, zone: string, places: [string, number?][], numbers?: number[], missing?: number | null, joined?: boolean,
 *   way?: [string, number][] | null,
 * }} Goal
 * @typedef {{
 *   do: string, group: number, lanes?: string[], places?: string[], cards?: string[], companies?: string[],
 *   pay?: [string, number][], set?: string,
 * }} Move
 * @typedef {{name: string, bot: string | null, here: boolean, joined: boolean}} Person
 * @typedef {{
 *   turn: number, round: number, first: number, actor: number, waiting: number[], last_turns: number | null, over: boolean,
 *   under_way?: string,
 * }} Moment
 * @typedef {{revision: number, seat: number, text: string}} LogLine
 * @typedef {{id: string, name: string, tally: number[], points: number[]}} SheetLine
 * @typedef {{lines: SheetLine[], totals: number[], places: number[], winners: number[], dummies: Record<string, number>}} Sheet
 * @typedef {{
 *   you?: number | null, revision?: number, moment?: Moment, table?: Belongings, seats?: Belongings[], companies?: CompanyState[],
 *   goals?: Goal[] | null, legal?: Move[] | {fault: string} | null, touched?: {seat: number, lanes: string[], places: string[]} | null,
 *   people?: {seats: Person[], watching: number}, undo?: {by: number, reason: string, agreed: number[]} | null,
 *   trouble?: string | null, over?: {ending: string, seed: string, sheet: Sheet | null} | null,
 *   board?: Record<string, string>, log?: {from: number, lines: LogLine[]},
 * }} Position
 * @typedef {{do: string, reason: string, rule?: string, place?: string, cites?: string[]}} Reason
 * @typedef {{kind: "lane" | "place" | "card" | "company", id: string}} Thing
 */

export {};
