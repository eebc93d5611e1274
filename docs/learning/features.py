"""What a policy looks at in Skerry Lights: numbers for the position, and for each word that may be said.

All of it is made from the observation of the seat, which has nothing that the seat may not see, and from the board, which everybody knows. Arrays
have a row for each game. What takes thought about the board is worked out here, for all games at once: how far it is still between two
towns for whoever owns the lines it owns, and what a further line would bring.
"""

import numpy as np

FAR = 40.0
# The sorts of words, and how many numbers say what a word of each sort is about.
SORTS = {"other": 0, "card": 9, "deck": 3, "build": 15, "light": 6, "pay": 7, "number": 6}


class Board:
    """The lines of the board as arrays, by the names that the rules have for them."""

    def __init__(self, rules):
        told = rules.describe()
        places = [place["id"] for place in told["places"]]
        self.places = len(places)
        self.harbours = np.array(["harbour" in place.get("tags", []) for place in told["places"]])
        names = list(dict.fromkeys(lane["line"] for lane in told["lanes"]))
        self.line_of = np.array([names.index(lane["line"]) for lane in told["lanes"]])
        first = [next(lane for lane in told["lanes"] if lane["line"] == name) for name in names]
        self.ends = np.array([[places.index(end) for end in lane["ends"]] for lane in first])
        self.length = np.array([lane["length"] for lane in first], np.float32)
        self.kinds = [kind["id"] for kind in told["cards"]["wagon"]]
        self.steam = next(at for at, kind in enumerate(told["cards"]["wagon"]) if "wild" in kind.get("tags", []))
        self.colour_of = np.array([self.kinds.index(lane["color"]) if lane["color"] in self.kinds else self.steam for lane in told["lanes"]])
        # What share of a line each colour is; grey stands where steam stands among the cards.
        self.colours = np.zeros((len(names), len(self.kinds)), np.float32)
        np.add.at(self.colours, (self.line_of, self.colour_of), 1)
        self.colours /= self.colours.sum(axis=1, keepdims=True)
        errands = told["cards"]["errand"]
        self.errands = np.array([[places.index(errand["fields"][end]) for end in ("from", "to")] for errand in errands])
        self.points = np.array([errand["fields"]["points"] for errand in errands], np.float32)
        self.lanes_of = np.zeros((len(told["lanes"]), len(names)), np.float32)
        self.lanes_of[np.arange(len(told["lanes"])), self.line_of] = 1

    def distances(self, own, taken):
        """From every town to every other: the spaces that are still to be built, FAR where there is no way any more."""
        cost = np.where(own, 0, np.where(taken, FAR, self.length)).astype(np.float32)
        far = np.full((len(own), self.places, self.places), FAR, np.float32)
        far[:, range(self.places), range(self.places)] = 0
        a, b = self.ends.T
        far[:, a, b] = far[:, b, a] = cost
        for via in range(self.places):
            np.minimum(far, far[:, :, via, None] + far[:, None, via, :], out=far)
        return np.minimum(far, FAR), cost


class Features:
    """Makes a policy's numbers from observations and masks."""

    def __init__(self, rules):
        self.board = board = Board(rules)
        self.fields = {field["name"]: slice(field["offset"], field["offset"] + field["len"]) for field in rules.layout()}
        doing = next(field for field in rules.layout() if field["name"] == "stage.doing")
        self.actions = len(doing["entries"])
        lanes = {lane["id"]: at for at, lane in enumerate(rules.describe()["lanes"])}
        places = {place["id"]: at for at, place in enumerate(rules.describe()["places"])}
        sorts, items, counts = [], [], []
        for word in range(rules.action_count):
            verb, _, rest = rules.action_name(word).partition(" ")
            sort, item, count = "other", 0, 0
            if verb == "draw":
                sort, item = ("card", board.kinds.index(rest)) if rest else ("deck", 0)
            elif verb == "build" and rest:
                sort, item = "build", lanes[rest]
            elif verb == "light" and rest:
                sort, item = "light", places[rest]
            elif verb == "pay":
                sort, item, count = "pay", board.kinds.index(rest.split()[1]), int(rest.split()[0])
            elif verb == "number" and int(rest) < 8:
                sort, item = "number", int(rest)
            sorts.append(list(SORTS).index(sort))
            items.append(item)
            counts.append(count)
        self.sorts, self.items, self.counts = np.array(sorts), np.array(items), np.array(counts)
        self.starts = np.cumsum([len(SORTS), *SORTS.values()])
        self.width = int(self.starts[-1])

    def of(self, observations, name):
        return observations[:, self.fields[name]]

    def __call__(self, observations, masks):
        """Of each position its numbers; which words may be said where (rows and words, row by row); of each of these its numbers."""
        seen = Position(self, observations)
        rows, words = np.nonzero(masks)
        sorts, items = self.sorts[words], self.items[words]
        about = np.zeros((len(rows), self.width), np.float32)
        about[np.arange(len(rows)), sorts] = 1
        tables = {"card": seen.cards, "deck": seen.deck, "build": seen.lines, "light": seen.lights, "number": seen.numbers}
        for number, sort in enumerate(SORTS):
            which = np.flatnonzero(sorts == number)
            if not len(which) or sort == "other":
                continue
            columns = slice(self.starts[number], self.starts[number + 1])
            if sort == "pay":
                about[which, columns] = seen.payments(rows[which], items[which], self.counts[words[which]])
            else:
                about[which, columns] = tables[sort]()[rows[which], items[which]]
        return seen.summary(), rows, words, about


class Position:
    """Positions of many games, each as the seat that is asked sees it."""

    def __init__(self, features, observations):
        self.board, self.size = features.board, len(observations)
        board, of = self.board, lambda name: features.of(observations, name)
        self.hand, self.market, self.deck_size = of("zone.hand.own"), of("zone.market.table"), of("size.deck")
        self.wagons, self.lamps, self.points = of("counter.wagons"), of("counter.lamps"), of("counter.points")
        self.others_hand, self.last = of("size.hand"), np.hstack([of("stage.last-round"), of("stage.last-turns")])
        self.turn, self.left, self.doing = of("stage.turn"), of("stage.left"), of("stage.doing")
        self.lit = [of("set.lit.own"), of("set.lit.after-1")]
        self.done = [of("zone.done.own") @ board.points, of("zone.done.after-1") @ board.points]
        lines = [(of(f"set.own.{who}") @ board.lanes_of) > 0 for who in ("own", "after-1")]
        self.own, self.theirs = lines
        self.far, self.cost = board.distances(self.own, self.theirs)
        self.their_far, _ = board.distances(self.theirs, self.own)
        a, b = board.ends.T
        self.reached = np.zeros((2, self.size, board.places), bool)
        for who, mine in enumerate(lines):
            for end in (a, b):
                line_to = np.zeros((len(end), board.places), np.float32)
                line_to[np.arange(len(end)), end] = 1
                self.reached[who] |= (mine.astype(np.float32) @ line_to) > 0
        self._errands(of("zone.errands.own"), of("row.offer.own"))

    def _errands(self, held, offered):
        """Up to three errands of the seat, those that are offered if there are any: how far each is, and what it lacks by colours."""
        board, kinds = self.board, len(self.board.points)
        offered = offered.reshape(self.size, -1, kinds)
        best = np.argsort(-held, axis=1, kind="stable")[:, : offered.shape[1]]
        has = np.take_along_axis(held, best, axis=1) > 0
        choosing = offered.any(axis=(1, 2))
        best = np.where(choosing[:, None], offered.argmax(axis=2), best)
        self.has = np.where(choosing[:, None], offered.any(axis=2), has)
        self.choosing = choosing
        self.errands = board.errands[best]
        self.worth = np.where(self.has, board.points[best], 0)
        row = np.arange(self.size)[:, None]
        self.start, self.goal = self.far[row, self.errands[:, :, 0]], self.far[row, self.errands[:, :, 1]]
        self.missing = np.take_along_axis(self.start, self.errands[:, :, 1, None], axis=2)[:, :, 0]
        self.possible = self.has & (self.missing < FAR) & (self.missing > 0)
        a, b = board.ends.T
        there, back = self.start[:, :, a] + self.goal[:, :, b], self.start[:, :, b] + self.goal[:, :, a]
        self.short = np.minimum(there, back)
        self.on_way = (self.short + self.cost[:, None] <= self.missing[:, :, None]) & self.possible[:, :, None]
        self.on_way &= (~(self.own | self.theirs))[:, None]
        spaces = self.on_way * board.length
        share = np.where(self.possible, self.missing, 0) / np.maximum(spaces.sum(axis=2), 1)
        self.need = ((spaces * share[:, :, None]).sum(axis=1)) @ board.colours
        self.lack = np.maximum(self.need[:, : board.steam] - self.hand[:, : board.steam], 0)

    def summary(self):
        """The position as such."""
        harbours = self.board.harbours & ~(self.lit[0] > 0) & ~(self.lit[1] > 0)
        free = [(reached & harbours).sum(axis=1, keepdims=True) for reached in self.reached]
        lights = [lit.sum(axis=1, keepdims=True) for lit in self.lit]
        missing = np.where(self.possible, self.missing, 0)
        ahead = self.points[:, :1] - self.points[:, 1:] + (self.done[0] - self.done[1])[:, None]
        numbers = [
            self.wagons / 7, self.lamps / 3, self.points / 15, ahead / 10, self.hand / 4, self.hand.sum(axis=1, keepdims=True) / 8,
            self.others_hand / 8, self.market / 3, self.deck_size / 30, self.last, self.turn / 30, self.left, self.doing,
            np.stack(self.done, axis=1) / 15, *free, *lights, missing / 6, self.worth / 8, self.possible, self.has,
            (self.has & (self.missing >= FAR)), self.need / 5, self.lack / 4, self.lack.sum(axis=1, keepdims=True) / 6,
            self.choosing[:, None], (missing.sum(axis=1, keepdims=True) > self.wagons[:, :1]),
        ]
        return np.concatenate([np.asarray(n, np.float32) for n in numbers], axis=1)

    def cards(self):
        """Each kind of card in the market: whether it is lacking, and what it goes with."""
        steam, n = self.board.steam, len(self.board.kinds)
        lack = np.hstack([self.lack, np.zeros((self.size, 1), np.float32)])
        need = np.hstack([self.need[:, :steam], np.zeros((self.size, 1), np.float32)])
        wild = np.zeros((self.size, n), np.float32)
        wild[:, steam] = 1
        grey = np.repeat(self.need[:, steam:], n, axis=1)
        total = np.repeat(self.lack.sum(axis=1, keepdims=True), n, axis=1)
        reach = self.hand + np.where(wild > 0, 0, self.hand[:, steam:])
        free = ~(self.own | self.theirs)
        # Whether one card more makes a line of that colour possible that was not.
        just = self.board.length == (reach + 1)[:, :, None]
        opens = ((just & free[:, None]) * self.board.colours.T[None]).sum(axis=2)
        best = self.hand == self.hand.max(axis=1, keepdims=True)
        return np.stack([lack / 3, need / 4, self.hand / 4, wild, grey / 4, total / 6, opens / 3, best, wild * total / 6], axis=2)

    def deck(self):
        """The deck: what an unseen card may bring."""
        lacking = (self.lack > 0).sum(axis=1)
        return np.stack([lacking / 4, self.lack.sum(axis=1) / 6, self.left[:, 0]], axis=1)[:, None]

    def lines(self):
        """Each lane: what building it brings to the errands, to the score, to the lamps, and what it takes."""
        board = self.board
        closer = np.where(self.possible[:, :, None], self.missing[:, :, None] - np.minimum(self.missing[:, :, None], self.short), 0)
        done = self.possible[:, :, None] & (self.short == 0) & ~(self.own | self.theirs)[:, None]
        share = (closer * (self.worth / np.maximum(self.missing, 1))[:, :, None]).sum(axis=1)
        worth = np.array([0, 1, 2, 4, 7], np.float32)[board.length.astype(int)]
        a, b = board.ends.T
        unlit = board.harbours & ~(self.lit[0] > 0) & ~(self.lit[1] > 0)
        new = sum((unlit & ~self.reached[0])[:, end].astype(np.float32) for end in (a, b))
        touches = [sum(reached[:, end].astype(np.float32) for end in (a, b)) for reached in self.reached]
        line = np.stack(
            [
                closer.sum(axis=1) / 3, closer.max(axis=1) / 3, share / 5, (done * self.worth[:, :, None]).sum(axis=1) / 8,
                done.any(axis=1), np.broadcast_to(worth / 4, new.shape), np.broadcast_to(board.length / 3, new.shape), new, *touches,
                self.on_way.any(axis=1), (self.wagons[:, :1] - board.length) / 7, self.wagons[:, :1] - board.length <= 2,
            ],
            axis=2,
        )[:, board.line_of]
        # The cards: of a grey line those of which there are most.
        steam = board.steam
        grey = self.hand[:, :steam].max(axis=1, keepdims=True)
        held = np.hstack([self.hand[:, :steam], grey])[:, board.colour_of]
        wild = np.maximum(board.length[board.line_of] - held, 0)
        spare = held - np.hstack([self.need[:, :steam], grey])[:, board.colour_of]
        return np.concatenate([line, np.stack([wild, spare / 3], axis=2)], axis=2)

    def lights(self):
        """Each harbour: whether the other could light it, too, and what a lamp is worth now."""
        own, other = ((self.reached[who] & self.board.harbours).astype(np.float32) for who in (0, 1))
        nth = np.repeat(self.lit[0].sum(axis=1, keepdims=True), self.board.places, axis=1)
        near = (self.their_far + FAR * (~self.reached[1])[:, None]).min(axis=2) <= 3
        spare = np.repeat((self.hand.sum(axis=1, keepdims=True) - self.need.sum(axis=1, keepdims=True)) / 4, self.board.places, axis=1)
        lamps = np.repeat(self.lamps[:, 1:], self.board.places, axis=1)
        return np.stack([own, other, nth, near, spare, lamps / 3], axis=2)

    def payments(self, rows, kinds, counts):
        """So many cards of a kind: what is left of it, and whether it is lacking then."""
        steam = self.board.steam
        wild = kinds == steam
        held = self.hand[rows, kinds]
        need = np.where(wild, 0, self.need[rows, kinds])
        left = held - counts
        short = np.maximum(need - left, 0)
        return np.stack([wild, counts / 3, wild * counts, left / 4, short / 3, counts == 0, need / 4], axis=1)

    def numbers(self):
        """Each set of the errands that are offered, as the bits of a number: what is kept."""
        row = np.arange(self.size)[:, None, None]
        towns = self.far[row, self.errands[:, :, :, None].reshape(self.size, -1, 1), self.errands.reshape(self.size, 1, -1)]
        kept = np.zeros((self.size, 8, SORTS["number"]), np.float32)
        for number in range(8):
            slots = [slot for slot in range(self.has.shape[1]) if number >> slot & 1]
            if not slots:
                continue
            far, worth = self.missing[:, slots], self.worth[:, slots]
            kept[:, number, 0], kept[:, number, 1] = far.sum(axis=1) / 8, worth.sum(axis=1) / 8
            kept[:, number, 2], kept[:, number, 3] = far.max(axis=1) / 8, far.min(axis=1) / 8
            kept[:, number, 4] = len(slots)
            if len(slots) == 2:
                one, two = (slice(2 * slot, 2 * slot + 2) for slot in slots)
                kept[:, number, 5] = towns[:, one, two].min(axis=(1, 2)) / 4
        return kept
