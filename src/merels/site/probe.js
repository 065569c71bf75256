function e({ names: e, lines: r, neighbours: i, parts: a }) {
	let o = e.map((e, t) => t), s = r.map(n), c = Math.max(...e.map((e) => Number(e[1]))), l = e.map((e) => ({
		column: "abcdefghi".indexOf(e[0]),
		row: c - Number(e[1])
	})), u = (e, n) => s.some((r) => t(r, e) && t(r, n));
	return {
		names: e,
		lines: r,
		neighbours: i,
		parts: a,
		points: o,
		full: 2 ** e.length - 1,
		columns: 1 + Math.max(...l.map(({ column: e }) => e)),
		rows: c,
		places: l,
		mills: s,
		millsThrough: o.map((e) => s.filter((n) => t(n, e))),
		edges: o.flatMap((e) => o.filter((n) => e < n && t(i[e], n) && !u(e, n)).map((t) => [e, t]))
	};
}
function t(e, t) {
	return (e >> t & 1) == 1;
}
function n(e) {
	return e.reduce((e, t) => e | 1 << t, 0);
}
function r(e) {
	let t = [];
	for (let n = e; n; n &= n - 1) t.push(31 - Math.clz32(n & -n));
	return t;
}
function i(e) {
	let t = e - (e >> 1 & 1431655765);
	return t = (t & 858993459) + (t >> 2 & 858993459), t = t + (t >> 4) & 252645135, Math.imul(t, 16843009) >> 24;
}
//#endregion
//#region src/core/rules/turn.ts
function a({ ban: e, otherBan: t, firstMill: n, takings: r, more: i }) {
	return {
		ban: t,
		otherBan: e,
		firstMill: n && 3 - n,
		takings: r,
		more: i
	};
}
function o({ captured: e, also: t = [] }) {
	return e === null ? [] : [e, ...t];
}
function s(e, t, n) {
	let [r = null, ...i] = [...n].sort((e, t) => e - t);
	return i.length ? {
		origin: e,
		target: t,
		captured: r,
		also: i
	} : {
		origin: e,
		target: t,
		captured: r
	};
}
//#endregion
//#region src/core/rules/moves.ts
function c(e, t, n) {
	return d(e, n.millsThrough[t]);
}
function l(e, t, n) {
	return c(e, t, n) !== 0;
}
function u(e, t) {
	return d(e, t.mills);
}
function d(e, t) {
	let n = 0;
	for (let r of t) (e & r) === r && (n |= r);
	return n;
}
function f(e, t) {
	return e & ~u(e, t) || e;
}
function p(e, t, n) {
	return n === "never" || i(e) + t !== 3 ? !1 : t === 0 || n === "three-in-all";
}
function m(e, t) {
	return i(e) + t < 3;
}
function h(e, t, n) {
	return (t === null ? e : e & ~(1 << t)) | 1 << n;
}
function g(e, t) {
	let { origin: n, target: r, captured: i } = t;
	return {
		own: i === null ? e.enemy : e.enemy & ~(1 << i),
		enemy: r === null ? e.own : h(e.own, n, r),
		ownInHand: e.enemyInHand,
		enemyInHand: e.ownInHand - +(r !== null && n === null)
	};
}
function _(e, t) {
	let { own: n, enemy: i, ownInHand: a, enemyInHand: o } = e, { board: s } = t;
	if (t.unusual) return t.unusual.moves(e, t);
	let c = [];
	if (m(n, a) || m(i, o)) return c;
	let u = s.full & ~(n | i), d = i ? r(f(i, s)) : [null], g = (e, t) => {
		for (let i of r(t)) if (l(h(n, e, i), i, s)) for (let t of d) c.push({
			origin: e,
			target: i,
			captured: t
		});
		else c.push({
			origin: e,
			target: i,
			captured: null
		});
	};
	if (a && g(null, u), a && t.placing === "first") return c;
	let _ = p(n, a, t.flying);
	for (let e of r(n)) g(e, _ ? u : u & s.neighbours[e]);
	return c;
}
function v(e, t) {
	return t.unusual ? t.unusual.removals(e, t) : r(f(e.enemy, t.board)).map((e) => ({
		origin: null,
		target: null,
		captured: e
	}));
}
//#endregion
//#region src/generated/boards.json
var ee = {
	names: [
		"a3",
		"b3",
		"c3",
		"c2",
		"c1",
		"b1",
		"a1",
		"a2",
		"b2"
	],
	lines: [
		[
			0,
			1,
			2
		],
		[
			2,
			3,
			4
		],
		[
			4,
			5,
			6
		],
		[
			6,
			7,
			0
		],
		[
			0,
			8,
			4
		],
		[
			1,
			8,
			5
		],
		[
			2,
			8,
			6
		],
		[
			3,
			8,
			7
		]
	],
	neighbours: [
		386,
		261,
		266,
		276,
		296,
		336,
		416,
		321,
		255
	],
	parts: [[8], [
		1,
		2,
		3,
		4,
		5,
		6,
		7,
		0
	]]
}, te = {
	names: [
		"a5",
		"c5",
		"e5",
		"e3",
		"e1",
		"c1",
		"a1",
		"a3",
		"b4",
		"c4",
		"d4",
		"d3",
		"d2",
		"c2",
		"b2",
		"b3"
	],
	lines: [
		[
			0,
			1,
			2
		],
		[
			2,
			3,
			4
		],
		[
			4,
			5,
			6
		],
		[
			6,
			7,
			0
		],
		[
			8,
			9,
			10
		],
		[
			10,
			11,
			12
		],
		[
			12,
			13,
			14
		],
		[
			14,
			15,
			8
		]
	],
	neighbours: [
		130,
		517,
		10,
		2068,
		40,
		8272,
		160,
		32833,
		33280,
		1282,
		2560,
		5128,
		10240,
		20512,
		40960,
		16768
	],
	parts: [[
		9,
		10,
		11,
		12,
		13,
		14,
		15,
		8
	], [
		1,
		2,
		3,
		4,
		5,
		6,
		7,
		0
	]]
}, ne = {
	names: [
		"a7",
		"d7",
		"g7",
		"g4",
		"g1",
		"d1",
		"a1",
		"a4",
		"b6",
		"d6",
		"f6",
		"f4",
		"f2",
		"d2",
		"b2",
		"b4",
		"c5",
		"d5",
		"e5",
		"e4",
		"e3",
		"d3",
		"c3",
		"c4"
	],
	lines: [
		[
			0,
			1,
			2
		],
		[
			8,
			9,
			10
		],
		[
			16,
			17,
			18
		],
		[
			7,
			15,
			23
		],
		[
			19,
			11,
			3
		],
		[
			22,
			21,
			20
		],
		[
			14,
			13,
			12
		],
		[
			6,
			5,
			4
		],
		[
			0,
			7,
			6
		],
		[
			8,
			15,
			14
		],
		[
			16,
			23,
			22
		],
		[
			1,
			9,
			17
		],
		[
			21,
			13,
			5
		],
		[
			18,
			19,
			20
		],
		[
			10,
			11,
			12
		],
		[
			2,
			3,
			4
		]
	],
	neighbours: [
		130,
		517,
		10,
		2068,
		40,
		8272,
		160,
		32833,
		33280,
		132354,
		2560,
		529416,
		10240,
		2117664,
		40960,
		8405376,
		8519680,
		328192,
		655360,
		1312768,
		2621440,
		5251072,
		10485760,
		4292608
	],
	parts: [
		[
			17,
			18,
			19,
			20,
			21,
			22,
			23,
			16
		],
		[
			9,
			10,
			11,
			12,
			13,
			14,
			15,
			8
		],
		[
			1,
			2,
			3,
			4,
			5,
			6,
			7,
			0
		]
	]
}, re = {
	oneSquare: ee,
	twoSquares: te,
	threeSquares: ne,
	threeSquaresWithDiagonals: {
		names: [
			"a7",
			"d7",
			"g7",
			"g4",
			"g1",
			"d1",
			"a1",
			"a4",
			"b6",
			"d6",
			"f6",
			"f4",
			"f2",
			"d2",
			"b2",
			"b4",
			"c5",
			"d5",
			"e5",
			"e4",
			"e3",
			"d3",
			"c3",
			"c4"
		],
		lines: [
			[
				0,
				1,
				2
			],
			[
				8,
				9,
				10
			],
			[
				16,
				17,
				18
			],
			[
				7,
				15,
				23
			],
			[
				19,
				11,
				3
			],
			[
				22,
				21,
				20
			],
			[
				14,
				13,
				12
			],
			[
				6,
				5,
				4
			],
			[
				0,
				7,
				6
			],
			[
				8,
				15,
				14
			],
			[
				16,
				23,
				22
			],
			[
				1,
				9,
				17
			],
			[
				21,
				13,
				5
			],
			[
				18,
				19,
				20
			],
			[
				10,
				11,
				12
			],
			[
				2,
				3,
				4
			],
			[
				0,
				8,
				16
			],
			[
				2,
				10,
				18
			],
			[
				4,
				12,
				20
			],
			[
				6,
				14,
				22
			]
		],
		neighbours: [
			386,
			517,
			1034,
			2068,
			4136,
			8272,
			16544,
			32833,
			98817,
			132354,
			264708,
			529416,
			1058832,
			2117664,
			4235328,
			8405376,
			8519936,
			328192,
			656384,
			1312768,
			2625536,
			5251072,
			10502144,
			4292608
		],
		parts: [
			[
				17,
				18,
				19,
				20,
				21,
				22,
				23,
				16
			],
			[
				9,
				10,
				11,
				12,
				13,
				14,
				15,
				8
			],
			[
				1,
				2,
				3,
				4,
				5,
				6,
				7,
				0
			]
		]
	}
}, y = {
	title: "Three Men's Morris",
	board: "oneSquare",
	men: 3,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, ie = {
	title: "Five Men's Morris",
	board: "twoSquares",
	men: 5,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, ae = {
	title: "Six Men's Morris",
	board: "twoSquares",
	men: 6,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, b = {
	title: "Nine Men's Morris",
	board: "threeSquares",
	men: 9,
	flying: "three-on-board",
	placing: "first",
	fullBoard: "loss"
}, x = {
	three: y,
	five: ie,
	six: ae,
	nine: b,
	ten: {
		title: "Ten Men's Morris",
		board: "threeSquares",
		men: 10,
		flying: "three-on-board",
		placing: "first",
		fullBoard: "loss"
	},
	eleven: {
		title: "Eleven Men's Morris",
		board: "threeSquaresWithDiagonals",
		men: 11,
		flying: "three-on-board",
		placing: "first",
		fullBoard: "draw"
	},
	twelve: {
		title: "Twelve Men's Morris",
		board: "threeSquaresWithDiagonals",
		men: 12,
		flying: "three-on-board",
		placing: "first",
		fullBoard: "draw"
	},
	lasker: {
		title: "Lasker Morris",
		board: "threeSquares",
		men: 10,
		flying: "three-in-all",
		placing: "any-turn",
		fullBoard: "loss"
	},
	morabaraba: {
		title: "Morabaraba",
		board: "threeSquaresWithDiagonals",
		men: 12,
		flying: "three-on-board",
		placing: "first",
		fullBoard: "draw",
		returnBan: !0,
		drawAfter: { "3-3": 10 }
	},
	shax: {
		title: "Shax",
		board: "threeSquares",
		men: 12,
		flying: "never",
		placing: "first",
		fullBoard: "loss",
		captures: "after-placing",
		protected: !1,
		blocked: "give-way"
	}
};
//#endregion
//#region src/core/rules/variant.ts
function S(e, t, n) {
	return {
		name: e,
		title: n.title,
		board: t,
		men: n.men,
		flying: n.flying,
		placing: n.placing,
		fullBoard: n.fullBoard
	};
}
//#endregion
//#region src/core/rules/nine.ts
var C = e(ne), w = S("nine", C, b), { names: oe, points: se, full: ce, places: le, lines: ue, mills: T, millsThrough: de, neighbours: fe } = C;
function E(e = w) {
	return {
		white: 0,
		black: 0,
		whiteInHand: e.men,
		blackInHand: e.men,
		turn: 0,
		removing: !1,
		variant: e
	};
}
function D(e) {
	return +(e === 0);
}
function O(e, t) {
	return t === 0 ? e.white : e.black;
}
function k(e, t) {
	return t === 0 ? e.whiteInHand : e.blackInHand;
}
function A(e) {
	let t = e.turn, n = D(t), r = {
		own: O(e, t),
		enemy: O(e, n),
		ownInHand: k(e, t),
		enemyInHand: k(e, n)
	};
	return e.marks ? {
		...r,
		marks: t === 0 ? e.marks : a(e.marks)
	} : r;
}
function j(e) {
	let t = A(e);
	return e.removing ? v(t, e.variant) : _(t, e.variant);
}
function pe(e, t) {
	let { variant: n, turn: r } = e, i = A(e);
	if (n.unusual) {
		let { after: e, again: a } = n.unusual.follow(i, t, n);
		return me(n, a ? r : D(r), e, !1);
	}
	return me(n, D(r), g(i, t), !1);
}
function me(e, t, n, r) {
	let { own: i, enemy: o, ownInHand: s, enemyInHand: c } = n, l = {
		...t === 0 ? {
			white: i,
			black: o,
			whiteInHand: s,
			blackInHand: c
		} : {
			white: o,
			black: i,
			whiteInHand: c,
			blackInHand: s
		},
		turn: t,
		removing: r,
		variant: e
	};
	return n.marks ? {
		...l,
		marks: t === 0 ? n.marks : a(n.marks)
	} : l;
}
function he(e) {
	if (e.removing && e.variant.unusual?.several) return null;
	for (let t of [e.turn, D(e.turn)]) if (m(O(e, t), k(e, t))) return {
		winner: D(t),
		reason: "too few men"
	};
	if (j(e).length) return null;
	let { variant: t, white: n, black: r, turn: i } = e;
	return (n | r) === t.board.full && t.fullBoard === "draw" ? {
		winner: null,
		reason: "full board"
	} : {
		winner: D(i),
		reason: "blocked"
	};
}
function M(e, { names: t } = C) {
	let n = [e.origin, e.target].flatMap((e) => e === null ? [] : t[e]), r = o(e).map((e) => `x${t[e]}`);
	return n.join("-") + r.join("") || "pass";
}
//#endregion
//#region src/core/rules/notation.ts
var N = class extends Error {
	constructor(e, t = {}) {
		super(`${e} ${JSON.stringify(t)}`), this.key = e, this.params = t, this.name = "NotationError";
	}
};
function P(e) {
	return {
		position: E(e),
		pliesSinceRemoval: 0,
		moveNumber: 1
	};
}
P(w);
var F = 17, [ge, _e, ve, ye, be, xe, Se] = [
	1,
	2,
	3,
	4,
	5,
	6,
	7
], Ce = 8, we = 15, Te = 16;
function Ee(e, t = w) {
	let { parts: n } = t.board, r = e.trim().split(/\s+/), a = (t) => {
		throw new N("notAFen", {
			text: Oe(e.trim()),
			why: t
		});
	};
	r.length < F && a({
		key: "fen.fields",
		params: { count: r.length }
	}), r[0].replace(/[O@]/g, "*") !== n.map(({ length: e }) => "*".repeat(e)).join("/") && a({
		key: "fen.board",
		params: { parts: n.map(({ length: e }) => e).join(", ") }
	});
	for (let [e, t] of [
		[ge, "wb"],
		[_e, "pmo"],
		[ve, "psr?"]
	]) r[e].length === 1 && t.includes(r[e]) || a({
		key: "fen.letter",
		params: {
			field: r[e],
			letters: Array.from(t).join(" ")
		}
	});
	let o = r.map((e, t) => t <= ve || t >= F ? 0 : (/^-?\d{1,20}$/.test(e) || a({
		key: "fen.number",
		params: { field: e }
	}), Number(e))), s = r[0].replace(/\//g, ""), c = (e) => n.flat().reduce((t, n, r) => t | (s[r] === e ? 1 << n : 0), 0), l = r[ge] === "w" ? 0 : 1, u = {
		own: c("O"),
		enemy: c("@"),
		ownInHand: o[be],
		enemyInHand: o[Se]
	}, d = r[ve] === "r", f = t.unusual?.read(u, o.slice(Ce), l === 0, d, t), p = {
		white: u.own,
		black: u.enemy,
		whiteInHand: u.ownInHand,
		blackInHand: u.enemyInHand,
		turn: l,
		removing: f?.removing ?? d,
		variant: t,
		...f?.marks && { marks: f.marks }
	};
	for (let [e, t] of [[0, ye], [1, xe]]) {
		let n = i(O(p, e));
		o[t] !== n && a({
			key: "fen.men",
			params: {
				says: o[t],
				stand: n
			}
		});
	}
	let m = De(p);
	return m && a(m), f === null && a({
		key: "fault.marks",
		params: {}
	}), o[Te] < 1 && a({
		key: "fen.moveNumber",
		params: {}
	}), o[we] < 0 && a({
		key: "fen.sinceCapture",
		params: {}
	}), {
		position: p,
		pliesSinceRemoval: o[we],
		moveNumber: o[Te]
	};
}
function De(e) {
	let { men: t, placing: n, board: r, unusual: a } = e.variant;
	for (let n of [0, 1]) {
		let r = k(e, n);
		if (r < 0) return {
			key: "fault.negative",
			params: {}
		};
		if (i(O(e, n)) + r > t) return {
			key: "fault.tooMany",
			params: { most: t }
		};
	}
	let { turn: o, removing: s } = e, c = O(e, D(o)), l = k(e, D(o)), d = k(e, o), f = s && d + l > 0 ? d + 1 : d;
	if (n === "first" && f - l !== 0 && f - l !== 1) return {
		key: "fault.turn",
		params: {}
	};
	if (s && (!u(O(e, o), r) || !c || !a?.several && m(c, l))) return {
		key: "fault.capture",
		params: {}
	};
	let { white: p, black: h, whiteInHand: g, blackInHand: _, marks: v, variant: ee } = e, te = {
		own: p,
		enemy: h,
		ownInHand: g,
		enemyInHand: _,
		...v && { marks: v }
	};
	return a?.fits(te, s, o === 0, ee) === !1 ? {
		key: "fault.marks",
		params: {}
	} : null;
}
function Oe(e) {
	return e.length <= 120 ? e : `${e.slice(0, 120)}…`;
}
//#endregion
//#region src/texts/en.ts
var ke = {
	nothing: "Nothing to load.",
	noMoves: "This game has no moves.",
	fromConsole: "“{text}” is not a move: write points in lower case, with a1 at the bottom left (in the console game’s coordinates, {meant})",
	notAMove: "“{text}” is not a move; moves look like {place}, {step} or {place}x{other}",
	notAFen: "“{text}” is not a FEN: {why}",
	"fen.fields": "expected 17 fields, found {count}",
	"fen.board": "the board must be O, @ or * in parts of {parts}, separated by /",
	"fen.letter": "“{field}” is not one of {letters}",
	"fen.number": "“{field}” is not a number",
	"fen.men": "it says {says} men on the board, but there are {stand}",
	"fen.moveNumber": "the move number must be at least 1",
	"fen.sinceCapture": "the number of moves since a capture is negative",
	"fault.negative": "the number of men in hand is negative",
	"fault.tooMany": "one side has more than {most} men",
	"fault.turn": "the men in hand do not match the side to move: the sides place men in turn and move only when all are placed",
	"fault.capture": "a capture is due, but no man can be captured",
	"fault.marks": "the men to remove or the last mills do not fit the men",
	"pgn.comment": "“{text}”: the comment is not closed with }",
	"pgn.stray": "“{text}” does not belong here",
	"pgn.tag": "“{text}” is not a tag; tags look like [White \"Ada\"]",
	"pgn.illegal.white": "White’s move {number}, “{move}”, is not legal",
	"pgn.illegal.black": "Black’s move {number}, “{move}”, is not legal",
	"pgn.half": "move {number}: “--” is only for a turn of White that is left out because Black has two turns running",
	"pgn.variant": "“{text}” is not a known variant",
	"playok.notAMove": "“{text}” is not a move; points are numbered 1 to 24 by rows from the top left, and moves look like 3, 10-11 or 3x4",
	"hands.tooMany.white": "White has {stand} men on the board; the maximum is {total}",
	"hands.tooMany.black": "Black has {stand} men on the board; the maximum is {total}",
	"hands.range.white": "White has {stand} men on the board, so it can have 0 to {most} in hand",
	"hands.range.black": "Black has {stand} men on the board, so it can have 0 to {most} in hand",
	"hands.turn.white": "with White to move, White must have {white} in hand and Black {black}",
	"hands.turn.black": "with Black to move, White must have {white} in hand and Black {black}",
	"hands.tooFew": "both sides have fewer than three men",
	"address.variant": "“{name}” is not one of the games"
};
//#endregion
//#region src/texts/keys.ts
function Ae(e, t, n = String) {
	return e.replace(/\{(\w+)\}/g, (e, r) => n(t[r] ?? e));
}
//#endregion
//#region src/tables/errors.ts
var I = class extends Error {}, L = class extends I {
	name = "MissingTableError";
	kind = "missing";
}, R = class extends I {
	name = "DamagedTableError";
	kind = "damaged";
}, z = class extends I {
	name = "RangeRequestError";
	kind = "ranges";
}, je = class extends I {
	name = "CrossOriginError";
	kind = "origin";
}, B = class extends I {
	name = "NetworkError";
	kind = "network";
}, Me = class extends Error {
	name = "FenError";
}, V = {
	ban: null,
	otherBan: null,
	firstMill: 0,
	takings: 0,
	more: 0
}, Ne = {
	captures: "at-once",
	protected: !0,
	several: !1,
	blocked: "loss",
	returnBan: !1
};
function Pe(e, t, n) {
	let r = { ...Ne };
	for (let e of Object.keys(Ne)) Object.assign(r, e in n ? { [e]: n[e] } : {});
	let i = n.drawAfter ? { drawAfter: n.drawAfter } : {}, a = Object.entries(Ne).every(([e, t]) => r[e] === t);
	return {
		...S(e, t, n),
		...i,
		...a ? {} : { unusual: {
			...r,
			...Fe
		} }
	};
}
var Fe = {
	moves: (e, t) => Ge(e, t),
	removals: ({ enemy: e, marks: t }, n) => Ue(e, 1 + (t?.more ?? 0), n).map((e) => s(null, null, e)),
	follow: (e, t, n) => Je(e, t, n),
	halfway: (e, t, n) => qe(e, t, n),
	due: (e, t, n, r) => He(e, [t, n], r),
	takeable: (e, t) => Le(e, t),
	givesWay: (e, t) => !e.marks?.takings && Be(e, t),
	detour: (e, t, n, r) => Ye(e, [t, n], r),
	fields: Ze,
	fits: (e, t, n, r) => et(e, t, n, r),
	read: (e, t, n, r, i) => $e(e, t, n, r, i)
};
function Ie({ own: e, enemy: t, ownInHand: n, enemyInHand: r }, i) {
	let a = {
		own: e,
		enemy: t,
		ownInHand: n,
		enemyInHand: r
	};
	return !i.ban && !i.otherBan && !i.firstMill && !i.takings && !i.more ? a : {
		...a,
		marks: i
	};
}
function H({ own: e, enemy: t, ownInHand: n, enemyInHand: r, marks: i = V }) {
	return Ie({
		own: t,
		enemy: e,
		ownInHand: r,
		enemyInHand: n
	}, a(i));
}
function Le(e, { board: t, unusual: n }) {
	return n.protected ? f(e, t) : e;
}
function Re({ own: e, marks: t }, [n, r], i) {
	return t?.ban?.target === n && t.ban.origin === r && l(h(e, n, r), r, i);
}
function ze(e, t) {
	let { own: n, enemy: i, ownInHand: a } = e, { board: o, placing: s, flying: c } = t, l = o.full & ~(n | i), u = (t, n) => r(n).map((e) => [t, e]).filter((t) => !Re(e, t, o)), d = a ? u(null, l) : [];
	if (a && s === "first") return d;
	let f = p(n, a, c);
	return d.concat(r(n).flatMap((e) => u(e, f ? l : l & o.neighbours[e])));
}
function Be(e, t) {
	let n = !e.ownInHand && !e.enemyInHand && !e.marks?.takings;
	return t.unusual.blocked === "give-way" && n && !ze(H(e), t).length;
}
function Ve(e, [t, n], r) {
	return ze(H({
		...e,
		own: h(e.own, t, n)
	}), r).length > 0;
}
function He(e, t, n) {
	let [r, a] = t, { board: o, unusual: s } = n;
	if (r === null && s.captures === "after-placing") return 0;
	let c = h(e.own, r, a), l = o.millsThrough[a].filter((e) => (c & e) === e).length;
	return !l || Be(e, n) ? 0 : Math.min(s.several ? l : 1, i(e.enemy));
}
function Ue(e, t, n) {
	let i = /* @__PURE__ */ new Set([0]);
	for (let a = 0; a < t; a++) {
		let t = [...i].flatMap((t) => r(Le(e & ~t, n)).map((e) => t | 1 << e));
		i = new Set(t);
	}
	return [...i].map(r).sort(We);
}
function We(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function Ge(e, t) {
	let { own: n, enemy: r, ownInHand: i, enemyInHand: a, marks: o } = e;
	if (m(n, i) || m(r, a)) return [];
	if (o?.takings) return Ue(r, 1, t).map((e) => s(null, null, e));
	let c = ze(e, t);
	if (!c.length) return t.unusual.blocked === "give-way" && (n | r) !== t.board.full ? [s(null, null, [])] : [];
	if (Be(e, t)) {
		let n = c.filter((n) => Ve(e, n, t));
		return (n.length ? n : c).map(([e, t]) => s(e, t, []));
	}
	let l = /* @__PURE__ */ new Map();
	return c.flatMap((n) => {
		let i = He(e, n, t), a = l.get(i) ?? Ue(r, i, t);
		return l.set(i, a), a.map((e) => s(n[0], n[1], e));
	});
}
function Ke(e, t, r) {
	let { origin: i, target: a } = t, s = o(t), { marks: c = V } = e, { own: u, ownInHand: d } = e, f = s.length && a === null ? c.ban : null, { firstMill: p } = c;
	if (a !== null) {
		let e = h(u, i, a), t = l(e, a, r.board);
		i === null ? (--d, t && !p && r.unusual.captures === "after-placing" && (p = 1)) : r.unusual.returnBan && t && l(u, i, r.board) && (f = {
			origin: i,
			target: a
		}), u = e;
	}
	let { otherBan: m } = c, g = m !== null && s.includes(m.target);
	return Ie({
		...e,
		own: u,
		ownInHand: d,
		enemy: e.enemy & ~n(s)
	}, {
		ban: f,
		otherBan: g ? null : m,
		firstMill: p,
		takings: c.takings,
		more: 0
	});
}
function qe(e, t, n) {
	let { origin: r, target: i } = t, a = i === null ? 1 + (e.marks?.more ?? 0) : He(e, [r, i], n), s = Ke(e, t, n);
	return Ie(s, {
		...V,
		...s.marks,
		more: Math.max(0, a - o(t).length - 1)
	});
}
function Je(e, t, n) {
	let r = Ke(e, t, n), { marks: i = V } = r;
	if (i.takings) return {
		after: H({
			...r,
			marks: {
				...i,
				takings: i.takings - 1
			}
		}),
		again: !1
	};
	if (!(e.ownInHand + e.enemyInHand > 0 && !r.ownInHand && !r.enemyInHand) || n.unusual.captures === "at-once") return {
		after: H(r),
		again: !1
	};
	let a = i.firstMill !== 2, o = {
		...r,
		marks: {
			...i,
			firstMill: 0,
			takings: 2
		}
	};
	return {
		after: a ? o : H(o),
		again: a
	};
}
function Ye(e, t, n) {
	return Re(e, t, n.board) ? "banned" : !Be(e, n) || Ve(e, t, n) ? null : ze(e, n).some((t) => Ve(e, t, n)) ? "give way" : null;
}
var Xe = 8;
function Ze(e = V, t, n, { parts: r }) {
	let { takings: i, firstMill: a } = e, o = n ? 1 + e.more : i, s = [!0, !1].map((e, n) => i === 2 ? 1 : e === t && o || Number(a === n + 1)), c = r.flat(), l = [e.ban, e.otherBan].flatMap((e) => e ? [e.origin, e.target].map((e) => Xe + c.indexOf(e)) : [0, 0]);
	return [...s, ...l].join(" ");
}
function Qe([e, n], r, { parts: i }) {
	let a = i.flat(), [o, s] = [a[e - Xe], a[n - Xe]];
	return o === void 0 || s === void 0 || !t(r, s) || t(r, o) ? null : {
		origin: o,
		target: s
	};
}
function $e(e, t, n, r, a) {
	let { own: o, enemy: s, ownInHand: c, enemyInHand: l } = e, { unusual: u, board: d } = a, f = u.captures === "after-placing", [p, m] = t, h = { ...V }, g = !1;
	if (f && c + l) {
		if (p + m > 1 || p < 0 || m < 0) return null;
		Object.assign(h, { firstMill: p + 2 * m });
	} else if (f && r && p === 1 && m === 1) Object.assign(h, { takings: 2 });
	else {
		let [e, t] = n ? [p, m] : [m, p];
		if (t || r !== e > 0) return null;
		let c = f && r && i(n ? s : o) === a.men;
		if (c && e > 1) return null;
		g = r && !c, Object.assign(h, c ? { takings: 1 } : { more: Math.max(0, e - 1) });
	}
	u.returnBan && Object.assign(h, {
		ban: Qe(t.slice(2, 4), o, d),
		otherBan: Qe(t.slice(4, 6), s, d)
	});
	let _ = Ie(e, h);
	return et(_, g, n, a) ? {
		removing: g,
		marks: _.marks ?? null
	} : null;
}
function et(e, t, n, { men: r, board: a, unusual: o }) {
	let { own: s, enemy: c, ownInHand: l, enemyInHand: d, marks: f = V } = e, { more: p, takings: m, firstMill: h } = f;
	if (p && (!o.several || p >= i(n ? c : s))) return !1;
	if (o.captures === "at-once") return !0;
	let g = [i(s) + l, i(c) + d];
	if (l + d) {
		let e = [s, c].map((e) => u(e, a) !== 0);
		return (h ? e[h - 1] : !e.includes(!0)) && !t && g.every((e) => e === r);
	}
	if (!m) return g.every((e) => e < r);
	let [_, v] = n ? g : g.reverse();
	return !t && _ === r - 2 + m && v === r;
}
//#endregion
//#region src/core/rules/variants.ts
var tt = Object.fromEntries(Object.entries(re).map(([t, n]) => [t, t === "threeSquares" ? C : e(n)])), nt = Object.fromEntries(Object.entries(x).map(([e, t]) => [e, e === w.name ? w : Pe(e, tt[t.board], t)])), rt = Object.keys(x);
function it(e) {
	if (e === null) return null;
	let t = rt.find((t) => t === e);
	return t ? nt[t] : null;
}
//#endregion
//#region src/tables/xxh32.ts
var [at, ot, st, ct, lt] = [
	2654435761,
	2246822519,
	3266489917,
	668265263,
	374761393
], ut = 16;
function dt(e, t) {
	let n = e.length, r = 0, i;
	if (n >= ut) {
		let a = t + at + ot | 0, o = t + ot | 0, s = t | 0, c = t - at | 0;
		for (; r <= n - ut; r += ut) a = ft(a, W(e, r)), o = ft(o, W(e, r + 4)), s = ft(s, W(e, r + 8)), c = ft(c, W(e, r + 12));
		i = U(a, 1) + U(o, 7) + U(s, 12) + U(c, 18) | 0;
	} else i = t + lt | 0;
	for (i = i + n | 0; r <= n - 4; r += 4) i = Math.imul(U(i + Math.imul(W(e, r), st) | 0, 17), ct);
	for (; r < n; r++) i = Math.imul(U(i + Math.imul(e[r], lt) | 0, 11), at);
	return i = Math.imul(i ^ i >>> 15, ot), i = Math.imul(i ^ i >>> 13, st), (i ^ i >>> 16) >>> 0;
}
function ft(e, t) {
	return Math.imul(U(e + Math.imul(t, ot) | 0, 13), at);
}
function U(e, t) {
	return e << t | e >>> 32 - t;
}
function W(e, t) {
	return e[t] | e[t + 1] << 8 | e[t + 2] << 16 | e[t + 3] << 24;
}
//#endregion
//#region src/tables/catalog.ts
var pt = "catalog.json", mt = "merels-static-tables", ht = 1;
async function gt(e) {
	let t = Et(await e.read(pt));
	if (t?.format !== mt || !t.variants) throw new L("catalog.json is not a catalog of tables: the address must be that of the folder \"tables\" of a site");
	return Tt(t.version), new Map(Object.entries(t.variants));
}
async function _t(e, t, n, r) {
	let i = await e.read(n.catalog, void 0, void 0, r), a = i.length === n.bytes && dt(i, 0) === n.checksum ? Et(i) : null;
	if (!a) throw new R(`${n.catalog} is damaged: copy the file to the host again`);
	return vt(t, a);
}
function vt(e, t) {
	Tt(t.version);
	let { columns: n, tables: r } = t, i = Object.fromEntries(n.map((e, t) => [e, t])), a = (e, t) => {
		let n = (e) => Number(t[i[e]]), r = (e) => t[i[e]];
		return {
			kind: e,
			own: n("own"),
			enemy: n("enemy"),
			ownInHand: n("own_in_hand"),
			enemyInHand: n("enemy_in_hand"),
			positions: n("positions"),
			scoreBytes: n("score_bytes"),
			file: r("file"),
			bytes: n("bytes"),
			seed: n("seed"),
			model: r("model"),
			modelBytes: n("model_bytes"),
			modelChecksum: n("model_checksum")
		};
	}, o = ["distance", "wdl"].flatMap((e) => (r[e] ?? []).map((t) => a(e, t))), s = new Map(o.map((e) => [G(wt(e), e.kind), e]));
	return {
		variant: xt(e, t.variant),
		blockSlots: t.block_slots,
		pageBlocks: t.page_blocks,
		split: t.split,
		tables: o,
		find: (e, t) => s.get(G(e, t)) ?? null
	};
}
var yt = {
	flying: [
		"never",
		"three-on-board",
		"three-in-all"
	],
	placing: ["first", "any-turn"],
	full_board: ["loss", "draw"],
	captures: ["at-once"],
	protected: [!0],
	several: [!1],
	blocked: ["loss"],
	return_ban: [!1]
}, bt = /* @__PURE__ */ new Set([
	"name",
	"title",
	"men",
	"points",
	"parts",
	"lines",
	"edges",
	"draw_after"
]);
function xt(e, t) {
	let n = Object.entries(t).find(([e, t]) => !bt.has(e) && !yt[e]?.includes(t));
	if (n) throw St(`of "${e}" have a rule ("${n[0]}": ${JSON.stringify(n[1])})`);
	let { points: r, title: i } = t, a = r === void 0 ? it(t.name ?? e) : null, o = a ?? (r === void 0 ? null : {
		...w,
		title: i ?? e,
		board: Ct(r, t)
	});
	if (!o) throw St(`are of the variant "${t.name ?? e}"`);
	let { men: s = o.men, flying: c = o.flying, placing: l = o.placing, full_board: u = o.fullBoard } = t, d = {
		men: s,
		flying: c,
		placing: l,
		fullBoard: u
	}, { unusual: f, ...p } = o;
	return o === a && !f && Object.entries(d).every(([e, t]) => o[e] === t) ? o : {
		...p,
		...d,
		name: e
	};
}
function St(e) {
	return new L(`the tables ${e}, which this version of probe.js does not know: use the probe.js beside the tables`);
}
function Ct(t, { parts: n = [t], lines: r = [], edges: i = [] }) {
	let a = t.split(" "), o = (e) => e.split(" ").map((e) => a.indexOf(e)), s = a.map(() => 0), c = (e, t) => {
		s[e] |= 1 << t, s[t] |= 1 << e;
	};
	for (let [e, t, n] of r.map(o)) c(e, t), c(t, n);
	for (let [e, t] of i.map(o)) c(e, t);
	return e({
		names: a,
		lines: r.map(o),
		neighbours: s,
		parts: n.map(o)
	});
}
function wt({ own: e, enemy: t, ownInHand: n, enemyInHand: r }) {
	return [
		e,
		t,
		n,
		r
	];
}
function G([e, t, n, r], i = "distance") {
	return `${e}-${t}${n + r ? `+${n}-${r}` : ""}${i === "wdl" ? ".wdl" : ""}`;
}
function Tt(e) {
	if (e !== ht) throw new L(`the tables have version ${String(e)} of their format, this program reads ${ht}: use the probe.js beside the tables`);
}
function Et(e) {
	try {
		return JSON.parse(new TextDecoder().decode(e));
	} catch {
		return null;
	}
}
//#endregion
//#region src/tables/counter.ts
var Dt = class {
	requests = 0;
	bytes = 0;
}, Ot = class {
	base;
	traffic = new Dt();
	refusal = null;
	underWay = /* @__PURE__ */ new Set();
	constructor(e) {
		this.base = e;
	}
	async read(e, t, n, r) {
		if (this.underWay.has(e)) return this.request(e, t, n, r, "no-store");
		this.underWay.add(e);
		try {
			return await this.request(e, t, n, r, e === "catalog.json" ? "no-cache" : "default");
		} finally {
			this.underWay.delete(e);
		}
	}
	async request(e, t, n, r, i) {
		if (this.refusal) throw this.refusal;
		let a = new URL(e, this.base), o = t !== void 0 && n !== void 0, s = o ? {
			cache: i,
			headers: { Range: `bytes=${t}-${n - 1}` }
		} : { cache: i };
		r && (s.signal = r), this.traffic.requests++;
		let c = await this.fetch(a, s);
		try {
			this.check(c, a, o ? n - t : null);
		} catch (e) {
			throw await c.body?.cancel(), e;
		}
		let l = await this.receive(c, a, r);
		if (this.traffic.bytes += l.length, o && l.length !== n - t) throw kt(a.href, l.length, n - t);
		return l;
	}
	async fetch(e, t) {
		try {
			return await fetch(e, t);
		} catch {
			throw t.signal?.throwIfAborted(), await jt(e) ? new je(`${e.origin} does not let pages of ${location.origin} read ${e.href}: make it send the header "Access-Control-Allow-Origin: *", or put page and tables on one host`) : At(e);
		}
	}
	check({ status: e, headers: t }, n, r) {
		if (e === 404 || e === 410 || e === 403) throw new L(`${n.href} is not there (status ${e}): check the address of the tables, and that the folder was copied as a whole`);
		if (e === 416) throw kt(n.href, 0, r ?? 0);
		if (e !== 200 && e !== 206) throw new B(`${n.host} cannot answer now (status ${e} for ${n.href}): try again later`);
		if (r !== null) {
			if (e === 200 && Number(t.get("Content-Length")) !== r) throw this.refuse(`${n.host} ignores range requests, so it would send all of ${n.href}: put the tables on a host that supports ranges`);
			if (t.get("Content-Encoding")) throw this.refuse(`${n.host} compresses ${n.href}, whose parts cannot be read then: turn compression off for files of tables`);
		}
	}
	refuse(e) {
		return this.refusal = new z(e), this.refusal;
	}
	async receive(e, t, n) {
		try {
			return new Uint8Array(await e.arrayBuffer());
		} catch {
			throw n?.throwIfAborted(), At(t);
		}
	}
};
function kt(e, t, n) {
	return new R(`${e} has another length: ${t} bytes came instead of ${n}; copy the file to the host again`);
}
function At(e) {
	return new B(`${e.host} cannot be reached: check the connection, then try again`);
}
async function jt(e) {
	if (typeof location > "u" || e.origin === location.origin) return !1;
	try {
		return await fetch(e, {
			method: "HEAD",
			mode: "no-cors",
			cache: "no-store"
		}), !0;
	} catch {
		return !1;
	}
}
var Mt = class {
	base;
	traffic = new Dt();
	constructor(e) {
		this.base = e;
	}
	async read(e, t, n) {
		let { open: r } = await import(
			/* @vite-ignore */
			"node:fs/promises"
), i = new URL(e, this.base), a = await r(i).catch((e) => {
			throw e.code === "ENOENT" ? new L(`${i.href} is not there: check the folder of the tables, and that it is complete`) : e;
		});
		try {
			let e = t ?? 0, r = new Uint8Array((n ?? (await a.stat()).size) - e), { bytesRead: o } = await a.read(r, { position: e });
			if (this.traffic.requests++, this.traffic.bytes += o, o !== r.length) throw kt(i.href, o, r.length);
			return r;
		} finally {
			await a.close();
		}
	}
}, Nt = class {
	readers;
	constructor(e) {
		this.readers = e;
	}
	get traffic() {
		let e = new Dt();
		for (let { traffic: t } of this.readers) e.requests += t?.requests ?? 0, e.bytes += t?.bytes ?? 0;
		return e;
	}
	async read(e, t, n, r) {
		let i = new L(`there is no reader to read ${e} from`), a = e === pt;
		for (let o of a ? [...this.readers].reverse() : this.readers) try {
			return await o.read(e, t, n, r);
		} catch (e) {
			if (!(e instanceof L || a && e instanceof B)) throw e;
			i = e;
		}
		throw i;
	}
};
function Pt(...e) {
	return new Nt(e);
}
function Ft(e) {
	let t = new URL(String(e).replace(/\/?$/, "/"), It());
	return t.protocol === "file:" ? new Mt(t) : new Ot(t);
}
function It() {
	let { document: e } = globalThis;
	if (e) return e.baseURI;
	if (typeof location < "u") return location.href;
	let { process: t } = globalThis;
	return `file://${t.cwd()}/`;
}
//#endregion
//#region src/tables/shared-cache.ts
var Lt = class {
	controller = new AbortController();
	promise;
	waiting = 0;
	constructor(e) {
		this.promise = e(this.controller.signal), this.promise.catch(() => void 0);
	}
	get isAborted() {
		return this.controller.signal.aborted;
	}
	join(e) {
		return e ? (e.throwIfAborted(), this.waiting++, new Promise((t, n) => {
			let r = () => {
				n(e.reason), --this.waiting === 0 && this.controller.abort(e.reason);
			};
			e.addEventListener("abort", r, { once: !0 }), this.promise.then(t, n).finally(() => e.removeEventListener("abort", r));
		})) : (this.waiting = Infinity, this.promise);
	}
}, Rt = class {
	most;
	sizeOf;
	kept = /* @__PURE__ */ new Map();
	flights = /* @__PURE__ */ new Map();
	size = 0;
	constructor(e, t) {
		this.most = e, this.sizeOf = t;
	}
	peek(e) {
		let t = this.kept.get(e);
		return t !== void 0 && (this.kept.delete(e), this.kept.set(e, t)), t;
	}
	async get(e, t, n) {
		return this.peek(e) ?? this.flightTo(e, n).join(t);
	}
	isOnItsWay(e) {
		return this.flights.get(e)?.isAborted === !1;
	}
	flightTo(e, t) {
		let n = this.flights.get(e);
		if (n && !n.isAborted) return n;
		let r = new Lt(async (n) => {
			try {
				let r = await t(n);
				return this.keep(e, r), r;
			} finally {
				this.flights.get(e) === r && this.flights.delete(e);
			}
		});
		return this.flights.set(e, r), r;
	}
	keep(e, t) {
		let n = this.kept.get(e);
		n !== void 0 && (this.size -= this.sizeOf(n)), this.kept.set(e, t), this.size += this.sizeOf(t);
		for (let [e, t] of this.kept) {
			if (this.size <= this.most) break;
			this.kept.delete(e), this.size -= this.sizeOf(t);
		}
	}
};
//#endregion
//#region src/tables/inflate.ts
async function zt(e, t) {
	let n = new Blob([e]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader(), r = new Uint8Array(t), i = 0;
	try {
		for (;;) {
			let { done: e, value: a } = await n.read();
			if (e) return r.subarray(0, i);
			if (i + a.length > t) return await n.cancel(), null;
			r.set(a, i), i += a.length;
		}
	} catch {
		return null;
	}
}
//#endregion
//#region src/core/rules/symmetry.ts
var Bt = /* @__PURE__ */ new WeakMap();
function Vt(e) {
	let t = Bt.get(e);
	if (!t) {
		let n = new Set(e.mills);
		t = [...Gt(e, Wt(e), /* @__PURE__ */ new Map())].filter((t) => e.mills.every((e) => n.has(Ht(e, t)))).sort((e, t) => Ut(e, t)), Bt.set(e, t);
	}
	return t;
}
function Ht(e, t) {
	return r(e).reduce((e, n) => e | 1 << t[n], 0);
}
function Ut(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function Wt({ points: e, neighbours: t }) {
	let n = /* @__PURE__ */ new Set();
	for (let i of e) {
		let e = [i];
		for (let i of e) n.has(i) || (n.add(i), e.push(...r(t[i])));
	}
	return [...n];
}
function* Gt(e, t, n) {
	if (n.size === t.length) {
		yield e.points.map((e) => n.get(e) ?? e);
		return;
	}
	let r = t[n.size], i = new Set(n.values());
	for (let a of e.points) !i.has(a) && Kt(e, r, a, n) && (yield* Gt(e, t, new Map([...n, [r, a]])));
}
function Kt(e, n, r, a) {
	let [o, s] = [e.neighbours[n], e.neighbours[r]];
	return i(o) === i(s) && e.millsThrough[n].length === e.millsThrough[r].length && [...a].every(([e, n]) => t(o, e) === t(s, n));
}
//#endregion
//#region src/tables/index/orbits.ts
var qt = 16, Jt = Yt(26);
function Yt(e) {
	let t = [[1]];
	for (; t.length < e;) {
		let e = t[t.length - 1];
		t.push([1, ...e.map((t, n) => t + (e[n + 1] ?? 0))]);
	}
	return t;
}
function K(e, t) {
	return Jt[e][t] ?? 0;
}
function Xt(e) {
	let t = e & -e, n = e + t;
	return n | (e ^ n) >>> 2 >>> 31 - Math.clz32(t);
}
var Zt = class {
	board;
	symmetries;
	images;
	constructor(e) {
		if (this.board = e, this.symmetries = Vt(e), this.symmetries.length > qt) throw RangeError("the board has too many symmetries");
		this.images = new Int32Array(this.symmetries.length << 10);
		for (let [e, t] of this.symmetries.entries()) for (let [n, r] of t.entries()) {
			let t = Math.min(n >> 3, 2), i = e << 10 | t << 8, a = 1 << n - 8 * t;
			for (let e = a; e < (t < 2 ? 256 : 512); e = e + 1 | a) this.images[i | e] |= 1 << r;
		}
	}
	image(e, t) {
		let { images: n } = this, r = t << 10;
		return n[r | e & 255] | n[r | 256 | e >>> 8 & 255] | n[r | 512 | e >>> 16];
	}
	countKeeping(e) {
		let t = 1;
		for (let n = this.symmetries.length - 1; n > 0; n--) {
			let r = this.image(e, n);
			if (r < e) return 0;
			r === e && t++;
		}
		return t;
	}
	mayBeSmallest(e) {
		let t = this.board.full & -65536;
		return this.symmetries.every((n, r) => this.image(t, r) !== t || this.image(e, r) >= e);
	}
	stabilizer(e) {
		let t = [];
		for (let n = 1; n < this.symmetries.length; n++) this.image(e, n) === e && t.push(n);
		return t;
	}
}, Qt = class {
	symmetries;
	men;
	representatives;
	symmetric;
	constructor(e, t) {
		this.symmetries = e, this.men = t;
		let n = e.board.names.length, r = new Int32Array(K(n, t)), a = [], o = 0;
		for (let s = 0; s < 2 ** n; s += 65536) {
			let c = t - i(s);
			if (c < 0 || !e.mayBeSmallest(s)) continue;
			let l = K(Math.min(n, 16), c);
			for (let t = 0, n = 2 ** c - 1; t < l; t++, n = Xt(n)) {
				let t = e.countKeeping(s | n);
				t !== 0 && (t > 1 && a.push(o), r[o++] = s | n);
			}
		}
		this.representatives = r.slice(0, o), this.symmetric = Int32Array.from(a);
	}
	numberOf(e) {
		return q(this.representatives, e);
	}
};
function q(e, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		e[i] < t ? n = i + 1 : r = i;
	}
	return n;
}
//#endregion
//#region src/tables/index/table-index.ts
var $t = 1 << 21, en = class {
	board;
	symmetries;
	orbits = /* @__PURE__ */ new Map();
	indices = /* @__PURE__ */ new Map();
	rows = /* @__PURE__ */ new Map();
	kept = 0;
	constructor(e) {
		this.board = e, this.symmetries = new Zt(e);
	}
	table(e, t) {
		let n = e * 32 + t, r = this.indices.get(n);
		return r || (r = new tn(this, this.orbitsOf(e), t), this.indices.set(n, r)), r;
	}
	orbitsOf(e) {
		let t = this.orbits.get(e);
		return t || (t = new Qt(this.symmetries, e), this.orbits.set(e, t)), t;
	}
	ranksWithSlot(e, t) {
		let n = `${e} ${t}`, r = this.rows.get(n);
		return r || (r = this.findRanks(e, t), this.kept += r.length, this.kept > $t && (this.rows.clear(), this.kept = r.length), this.rows.set(n, r)), r;
	}
	findRanks(e, t) {
		let { symmetries: n, board: i } = this, a = an(i.full & ~e), o = n.stabilizer(e), s = K(i.names.length - r(e).length, t), c = new Int32Array(s), l = 0;
		for (let e = 0, r = 2 ** t - 1; e < s; e++, r = Xt(r)) {
			let t = on(r, a);
			o.every((e) => n.image(t, e) >= t) && (c[l++] = e);
		}
		return c.slice(0, l);
	}
}, tn = class {
	index;
	orbits;
	enemies;
	size;
	ranks;
	missing;
	constructor(e, t, n) {
		this.index = e, this.orbits = t, this.enemies = n;
		let { symmetries: r, board: i } = e, { representatives: a, symmetric: o, men: s } = t;
		this.ranks = K(i.names.length - s, n), this.missing = new Float64Array(o.length + 1);
		for (let [e, t] of o.entries()) {
			let o = a[t], s = [0, ...r.stabilizer(o)].map((e) => r.symmetries[e]), c = sn(i.full & ~o, s, n);
			this.missing[e + 1] = this.missing[e] + this.ranks - c;
		}
		this.size = this.startOf(a.length);
	}
	slotOf(e, t) {
		let { symmetries: n } = this.index, r = e, i = t;
		for (let a = 1; a < n.symmetries.length; a++) {
			let o = n.image(e, a);
			if (o > r) continue;
			let s = n.image(t, a);
			(o < r || s < i) && (i = s), r = o;
		}
		let a = this.orbits.numberOf(r), o = nn(i, this.index.board.full & ~r);
		return this.startOf(a) + (this.isSymmetric(a) ? q(this.ranksWithSlot(a), o) : o);
	}
	placeOf(e) {
		let t = 0, n = this.orbits.representatives.length;
		for (; n - t > 1;) {
			let r = t + n >> 1;
			this.startOf(r) <= e ? t = r : n = r;
		}
		let r = e - this.startOf(t);
		return {
			orbit: t,
			rank: this.isSymmetric(t) ? this.ranksWithSlot(t)[r] : r
		};
	}
	ownMen(e) {
		return this.orbits.representatives[e];
	}
	ranksIn(e) {
		return this.isSymmetric(e) ? this.ranksWithSlot(e) : null;
	}
	ranksWithSlot(e) {
		return this.index.ranksWithSlot(this.ownMen(e), this.enemies);
	}
	isSymmetric(e) {
		let { symmetric: t } = this.orbits;
		return t[q(t, e)] === e;
	}
	startOf(e) {
		return e * this.ranks - this.missing[q(this.orbits.symmetric, e)];
	}
};
function nn(e, t) {
	let n = 0, r = 0, i = 0;
	for (let a = t; a; a &= a - 1, i++) e & a & -a && (n += K(i, ++r));
	return n;
}
function rn(e, t) {
	let n = 0, r = e;
	for (let e = t; e > 0; e--) {
		let t = e - 1;
		for (; K(t + 1, e) <= r;) t++;
		r -= K(t, e), n |= 1 << t;
	}
	return n;
}
function an(e) {
	let t = /* @__PURE__ */ new Int32Array(1024);
	for (let [n, i] of r(e).entries()) {
		let e = 1 << (n & 7), r = n >> 3 << 8;
		for (let n = e; n < 256; n = n + 1 | e) t[r | n] |= 1 << i;
	}
	return t;
}
function on(e, t) {
	return t[e & 255] | t[256 | e >>> 8 & 255] | t[512 | e >>> 16 & 255] | t[768 | e >>> 24];
}
function sn(e, t, n) {
	return t.reduce((t, r) => t + cn(e, r, n), 0) / t.length;
}
function cn(e, t, n) {
	let r = [1, ...Array.from({ length: n }, () => 0)];
	for (let i = e; i;) {
		let e = 0;
		for (let n = 31 - Math.clz32(i); i >>> n & 1; n = t[n]) i &= ~(1 << n), e++;
		for (let t = n; t >= e; t--) r[t] += r[t - e];
	}
	return r[n];
}
//#endregion
//#region src/tables/packed/patterns.ts
var ln = [[
	0,
	1,
	2
], [
	2,
	1,
	0
]], un = [1, -1].flatMap((e) => [
	0,
	2,
	4,
	6
].map((t) => Array.from({ length: 8 }, (n, r) => e * r + t + 8 & 7))), dn = ln.flatMap((e) => ln.map((t) => e.flatMap((e) => t.map((t) => 3 * e + t))));
function fn(e) {
	let { length: t } = e[0], n = Array.from({ length: t }, (e, t) => 3 ** t), r = 3 ** t, i = new Int16Array(r).fill(-1), a = 0;
	for (let o = 0; o < r; o++) if (!(i[o] >= 0)) {
		for (let r of e) {
			let e = 0;
			for (let i = 0; i < t; i++) e += n[i] * (Math.floor(o / n[r[i]]) % 3);
			i[e] = a;
		}
		a++;
	}
	return {
		of: i,
		count: a
	};
}
var pn = fn(un), mn = fn(dn), hn = Int16Array.from({ length: 512 }, (e, t) => parseInt(t.toString(2), 3)), gn = [
	256,
	93,
	93,
	576,
	216,
	216,
	216,
	837,
	837,
	216,
	pn.count,
	pn.count,
	mn.count
], J = [0, ...gn.map((e, t) => gn.slice(0, t + 1).reduce((e, t) => e + t))], _n = 32, vn = 16, yn = 176, bn = 2176, xn = Int32Array.from({ length: 4353 }, (e, t) => {
	let n = Math.max(-176, Math.min(t - bn, yn));
	return Math.round(65536 / (1 + Math.exp(-n / vn)));
}), Sn = Cn(255);
function Cn(e) {
	return 1 + 4 * e + 256 + J[J.length - 1] * Math.min(e, _n);
}
function wn(e, t) {
	let n = e[0];
	if (!n || e.length !== Cn(n)) return null;
	let r = new DataView(e.buffer, e.byteOffset), i = Int16Array.from({ length: 2 * n }, (e, t) => r.getInt16(1 + 2 * t, !0)), a = e.slice(1 + 4 * n, 257 + 4 * n);
	return a.some((e) => e >= 93) || !Tn(i, t) ? null : {
		children: i,
		levels: a,
		weights: new Int8Array(e.slice(257 + 4 * n).buffer),
		columns: Math.min(n, _n)
	};
}
function Tn(e, t) {
	let n = new Uint8Array(e.length / 2);
	for (let [r, i] of e.entries()) if (i > r >> 1 && i < n.length) n[i]++;
	else if (i < 256 || i >= 256 + t) return !1;
	return n.subarray(1).every((e) => e === 1);
}
//#endregion
//#region src/tables/packed/decoder.ts
var En = 16777215, Dn = 5592405, Y = 11184810, X = 65793, On = 8421504;
function kn(e, t) {
	let n = e >>> 1 & 8355711 | e << 7 & On, r = e >>> 7 & X | e << 1 & 16711422, i = (e >>> 2 & 4144959 | e << 6 & 12632256) & n, a = (e >>> 6 & 197379 | e << 2 & 16579836) & r, o = e & Y, s = o >>> 8, c = o << 8 & En, l = s & o >>> 16 | s & c | c & o << 16 & En;
	return t ? Dn & (i | a) | Y & n & r | l : Dn & (i & r | a & n) | Y & n & r & (s | c) | l & (n | r);
}
function An(e) {
	let t = e & Y, n = e >>> 1 & 8355711 | e << 7 & On, r = e >>> 7 & X | e << 1 & 16711422;
	return t & n & r | (t & t >>> 8 & t >>> 16) << 24;
}
function jn(e) {
	let t = e & e - 1, n = t & t - 1;
	return ((e | -e) >>> 31) + ((t | -t) >>> 31) + ((n | -n) >>> 31);
}
var Mn = 17, Nn = /* @__PURE__ */ new Int16Array(36864);
for (let e = 1; e <= Mn; e++) for (let t = 0; t < 2048; t++) Nn[e << 11 | t] = Math.floor((2 * t + e) / (2 * e)) * 9;
function Pn(e, t) {
	let n = t === 3 ? e >>> 6 & 197379 | (e & X) << 2 : e >>> 2 * t;
	return n & 7 | n >>> 5 & 56 | n >>> 10 & 448;
}
var Fn = /* @__PURE__ */ new Int32Array(768), In = /* @__PURE__ */ new Int32Array(2048), Z = /* @__PURE__ */ new Int32Array(24576), Q = Uint8Array.from({ length: 256 }, (e, t) => r(t).length);
function Ln(e, t, n) {
	for (let r = 0; r < 3; r++) {
		let i = hn[e >>> 8 * r & 255], a = t >>> 8 * r & 255, o = r === 1 ? J[10] : J[11];
		for (let e = 0, t = !0; t; e = e - a & a, t = e !== 0) Fn[r << 8 | e] = (o + pn.of[i + 2 * hn[e]]) * n;
	}
}
function Rn(e, t, n) {
	for (let r = 0; r < 4; r++) {
		let i = hn[Pn(e, r)], a = Pn(t, r);
		for (let e = 0, t = !0; t; e = e - a & a, t = e !== 0) In[r << 9 | e] = (J[12] + mn.of[i + 2 * hn[e]]) * n;
	}
}
function zn(e, t) {
	let n = 0;
	for (let r = 0; r < 3; r++) {
		let i = e >>> 8 * r & 255;
		for (let e = 0; e <= Math.min(n, t); e++) {
			let t = (r << 5 | e) << 8;
			Z[t] = 0;
			for (let r = -i & i; r !== 0; r = r - i & i) {
				let a = 1 << 31 - Math.clz32(r), o = n + Q[i & a - 1];
				Z[t | r] = Z[t | r ^ a] + (Jt[o][e + Q[r]] ?? 0);
			}
		}
		n += Q[i];
	}
}
var Bn = /* @__PURE__ */ new Uint16Array();
function Vn(e, t, n, r, i) {
	let { index: a, enemies: o, ownRoams: s, enemyRoams: c } = e, { children: l, levels: u, weights: d, columns: f } = t, { ranks: p } = a, [, m, h, g, _, v, ee, te, ne, re] = J;
	Bn.length < p && (Bn = new Uint16Array(p));
	let y = Bn, ie = f - 1, ae = i.length, b = a.placeOf(n), { orbit: x } = b, S = b.rank, C = 0, w = 4294967295, oe = (r[0] << 24 | r[1] << 16 | r[2] << 8 | r[3]) >>> 0, se = 4, ce = 0;
	for (; ce < ae;) {
		let e = a.ownMen(x), t = En & ~e, n = a.ranksIn(x);
		Ln(e, t, f), Rn(e, t, f), zn(t, o);
		let b = an(t), le = kn(e, s), ue = 4 * jn(An(e)), T = rn(S, o), de = n ? q(n, S) : 0, fe = 0, E = S;
		for (; E < p && ce < ae; E++, T = Xt(T)) {
			if (n) {
				if (n[de] !== E) continue;
				de++;
			}
			let e = b[T & 255] | b[256 | T >>> 8 & 255] | b[512 | T >>> 16], a = t & ~e, o = e & 255, s = e >>> 8 & 255, p = e >>> 16, ae = e >>> 1 & 8355711 | e << 7 & On, x = e >>> 7 & X | e << 1 & 16711422, S = e & Y, D = S & ae & x | (S & S >>> 8 & S >>> 16) << 24, O = jn(le & a), k = jn(kn(e, c) & a), A = 3 * (O - (O >> 1 & O)) + k - (k >> 1 & k), j = Q[o], pe = j + Q[s], me = Z[(32 | j) << 8 | s], he = Z[(64 | pe) << 8 | p], M = 0, N = 0, P = 0, F = 0;
			for (let t = e & a << 8 & Y; t !== 0;) {
				let n = 31 - Math.clz32(t);
				t ^= 1 << n;
				let r = e ^ 257 << n - 8, i = r & 255, a = r >>> 8 & 255, o = Q[i], s = y[Z[i] + Z[(32 | o) << 8 | a] + Z[(64 | o + Q[a]) << 8 | r >>> 16]], c = s & 127, l = -s >> 31, u = l & (s >>> 7 ^ A) - 1 >> 31, d = l ^ u;
				M = M << (7 & u) | c & u, N += (2048 | c) & u, P = P << (7 & d) | c & d, F += (2048 | c) & d;
			}
			for (let t = e & a << 7 & On, n = 129, r = 7;;) {
				if (t === 0) {
					if (r === 1) break;
					r = 1, n = 3, t = e & a << 1 & -65794;
					continue;
				}
				let i = 31 - Math.clz32(t);
				t ^= 1 << i;
				let o = e ^ n << i - r, s = E;
				i < 8 ? s = Z[o & 255] + me + he : s += i < 16 ? Z[(32 | j) << 8 | o >>> 8 & 255] - me : Z[(64 | pe) << 8 | o >>> 16] - he;
				let c = y[s], l = c & 127, u = -c >> 31, d = u & (c >>> 7 ^ A) - 1 >> 31, f = u ^ d;
				M = M << (7 & d) | l & d, N += (2048 | l) & d, P = P << (7 & f) | l & f, F += (2048 | l) & f;
			}
			let ge = ((O * 4 + k) * 16 + ue + jn(D)) * f, _e = (m + (M & 127)) * f, ve = (h + (M >>> 7 & 127)) * f, ye = (g + ((M >>> 14 & 127) + 3 >> 2) * 24 + ((M >>> 21 & 127) + 3 >> 2)) * f, be = (_ + ((P & 127) + 3 >> 2) * 9 + A) * f, xe = (v + ((P >>> 7 & 127) + 3 >> 2) * 9 + A) * f, Se = (ee + ((P >>> 14 & 127) + 3 >> 2) * 9 + A) * f, Ce = (te + Nn[N] + A) * f, we = (ne + Nn[F] + A) * f, Te = (re + (fe + 3 >> 2) * 9 + A) * f, Ee = Fn[256 | s], De = Fn[o], Oe = Fn[512 | p], ke = In[e & 7 | e >>> 5 & 56 | e >>> 10 & 448], Ae = In[512 | e >>> 2 & 7 | e >>> 7 & 56 | e >>> 12 & 448], I = In[1024 | e >>> 4 & 7 | e >>> 9 & 56 | e >>> 14 & 448], L = e >>> 6 & 197379 | (e & X) << 2, R = In[1536 | L & 7 | L >>> 5 & 56 | L >>> 10 & 448], z = 0;
			do {
				let e = z < ie ? z : ie, t = xn[d[ge + e] + d[_e + e] + d[ve + e] + d[ye + e] + d[be + e] + d[xe + e] + d[Se + e] + d[Ce + e] + d[we + e] + d[Te + e] + d[Ee + e] + d[De + e] + d[Oe + e] + d[ke + e] + d[Ae + e] + d[I + e] + d[R + e] + bn], n = w - C >>> 0, i = C + Math.imul(n >>> 16, t) + (Math.imul(n & 65535, t) >>> 16) >>> 0;
				for (oe <= i ? (w = i, z = l[2 * z + 1]) : (C = i + 1 >>> 0, z = l[2 * z]); !((C ^ w) >>> 24);) C = C << 8 >>> 0, w = (w << 8 | 255) >>> 0, oe = (oe << 8 | (se < r.length ? r[se] : 0)) >>> 0, se++;
			} while (z < 256);
			let je = z - 256;
			i[ce++] = je, fe = u[je], y[E] = fe | A << 7;
		}
		y.fill(0, S, E), x++, S = 0;
	}
}
//#endregion
//#region src/tables/table-files.ts
var Hn = 6, Un = 4, Wn = 2147483648, Gn = 2048, Kn = 1 << 18, qn = 2 << 20, Jn = 16 << 20, Yn = 16 << 20, Xn = class {
	catalog;
	reader;
	index;
	pages = new Rt(qn, ({ byteLength: e }) => e);
	models = new Rt(Jn, ({ weights: e }) => e.length);
	blocks = new Rt(Yn, ({ data: e }) => e.length + this.catalog.blockSlots);
	constructor(e, t) {
		this.catalog = e, this.reader = t, this.index = new en(e.variant.board);
	}
	async read(e, t) {
		let { blockSlots: n } = this.catalog, r = /* @__PURE__ */ new Map();
		for (let { entry: t, slot: i } of e) {
			let e = Math.floor(i / n), a = $(t, e), o = r.get(a), s = i % n;
			o ? o.last = Math.max(o.last, s) : r.set(a, {
				entry: t,
				number: e,
				last: s
			});
		}
		let i = await this.decode([...r.values()], t);
		return e.map(({ entry: e, slot: t }) => i.get($(e, Math.floor(t / n)))?.[t % n] ?? 0);
	}
	async decode(e, t) {
		let n = /* @__PURE__ */ new Map();
		for (let { entry: r } of e) r.model !== null && !n.has(r.model) && n.set(r.model, this.model(r, t));
		let [r] = await Promise.all([this.fetchBlocks(e, t), ...n.values()]), i = /* @__PURE__ */ new Map();
		for (let [t, a] of e.entries()) {
			let e = r[t];
			if (!e.values || e.values.length <= a.last) {
				let t = a.entry.model === null ? null : await n.get(a.entry.model);
				e.values = t ? this.unpack(a, e, t) : await this.inflate(a, e);
			}
			i.set($(a.entry, a.number), e.values);
		}
		return i;
	}
	unpack({ entry: e, number: t, last: n }, r, i) {
		let { own: a, enemy: o, ownInHand: s, enemyInHand: c } = e, { variant: l, blockSlots: u } = this.catalog, d = l.flying !== "never", f = {
			index: this.index.table(a, o),
			enemies: o,
			ownRoams: s > 0 || d && a === 3,
			enemyRoams: c > 0 || d && o === 3
		}, p = new Uint8Array(r.values ? this.slotsOf(e, t) : n + 1);
		return Vn(f, i, t * u, r.data, p), p;
	}
	async inflate({ entry: e, number: t }, { data: n }) {
		let r = this.slotsOf(e, t), i = e.kind === "wdl" ? Math.ceil(r / 5) : r * e.scoreBytes, a = await zt(n, i);
		if (a?.length !== i) throw er(e, `block ${t}`);
		return e.kind === "wdl" ? Uint8Array.from({ length: r }, (e, t) => Math.floor(a[Math.floor(t / 5)] / 3 ** (t % 5)) % 3) : e.scoreBytes === 1 ? a : Uint16Array.from({ length: r }, (e, t) => a[2 * t] | a[2 * t + 1] << 8);
	}
	slotsOf({ positions: e }, t) {
		let { blockSlots: n } = this.catalog;
		return Math.min(n, e - t * n);
	}
	model(e, t) {
		let { model: n, modelBytes: r, modelChecksum: i, kind: a } = e;
		return this.models.get(n ?? "", t, async (e) => {
			let t = await this.readPart(n ?? "", null, 0, r, e), o = dt(t, 0) === i ? await zt(t, Sn) : null, s = o && wn(o, a === "wdl" ? 3 : 256);
			if (!s) throw new R(`${n} is damaged: copy the file to the host again`);
			return s;
		});
	}
	async fetchBlocks(e, t) {
		let n = ({ entry: e, number: t }) => {
			let n = $(e, t);
			return this.blocks.peek(n) === void 0 && !this.blocks.isOnItsWay(n);
		}, r = await Promise.all(e.filter(n).map((e) => this.place(e, t))), i = /* @__PURE__ */ new Map();
		for (let e of Zn(r.filter(({ want: e }) => n(e)))) {
			let t = new Lt((t) => this.readBlocks(e, t));
			for (let { want: n } of e) i.set($(n.entry, n.number), t);
		}
		return Promise.all(e.map((e) => {
			let n = $(e.entry, e.number);
			return this.blocks.get(n, t, async (t) => {
				let r = i.get(n), a = (await (r ? r.join(t) : this.readBlocks([await this.place(e, t)], t))).get(n);
				if (!a) throw er(e.entry, `block ${e.number}`);
				return a;
			});
		}));
	}
	async place(e, t) {
		let { pageBlocks: n } = this.catalog, r = await this.page(e.entry, Math.floor(e.number / n), t), i = e.number % n;
		return {
			want: e,
			start: r[i],
			end: r[i + 1]
		};
	}
	async readBlocks(e, t) {
		let [{ want: { entry: n }, start: r }] = e, i = await this.readPart(n.file ?? "", n.bytes, r, e[e.length - 1].end, t);
		return new Map(e.map((e) => {
			let { number: t } = e.want, a = i.slice(e.start - r, e.end - r);
			if (!$n(a, n.seed + Wn + t >>> 0)) throw er(n, `block ${t}`);
			return [$(n, t), {
				data: a.subarray(0, -4),
				values: null
			}];
		}));
	}
	page(e, t, n) {
		let { pageBlocks: r, blockSlots: i } = this.catalog, a = t * (Hn + 2 * r + Un), o = Math.min(r, Math.ceil(e.positions / i) - t * r);
		return this.pages.get(`${e.file} ${t}`, n, async (n) => {
			let r = a + Hn + 2 * o + Un, i = await this.readPart(e.file ?? "", e.bytes, a, r, n);
			if (!$n(i, e.seed + t >>> 0)) throw er(e, `page ${t} of its index`);
			let s = new DataView(i.buffer, i.byteOffset), c = new Float64Array(o + 1);
			c[0] = s.getUint32(0, !0) + s.getUint16(4, !0) * 2 ** 32;
			for (let e = 0; e < o; e++) c[e + 1] = c[e] + s.getUint16(Hn + 2 * e, !0);
			return c;
		});
	}
	async readPart(e, t, n, r, i) {
		let { split: a } = this.catalog;
		if (t !== null && (r > t || r <= n)) throw new R(`${e} is damaged: copy the file to the host again`);
		if (t === null) return this.reader.read(e, void 0, void 0, i);
		if (a === null) return this.reader.read(e, n, r, i);
		let o = [];
		for (let t = Math.floor(n / a); t * a < r; t++) {
			let s = t * a, c = Math.max(n, s) - s, l = Math.min(r, s + a) - s;
			o.push(this.reader.read(`${e}.${t}`, c, l, i));
		}
		let s = await Promise.all(o);
		if (s.length === 1) return s[0];
		let c = new Uint8Array(r - n), l = 0;
		for (let e of s) c.set(e, l), l += e.length;
		return c;
	}
};
function Zn(e) {
	let t = [...e].sort((e, t) => Qn(e.want.entry.file ?? "", t.want.entry.file ?? "") || e.start - t.start), n = [];
	for (let e of t) {
		let t = n[n.length - 1], r = t?.[t.length - 1];
		r?.want.entry === e.want.entry && e.start - r.end <= Gn && e.end - t[0].start <= Kn ? t.push(e) : n.push([e]);
	}
	return n;
}
function Qn(e, t) {
	return e < t ? -1 : Number(e > t);
}
function $({ file: e }, t) {
	return `${e} ${t}`;
}
function $n(e, t) {
	let n = e.subarray(0, -4), r = n.length, i = (e[r] | e[r + 1] << 8 | e[r + 2] << 16 | e[r + 3] << 24) >>> 0;
	return e.length > Un && dt(n, t) === i;
}
function er(e, t) {
	return new R(`${e.file}: ${t} of the table ${G(wt(e))} is damaged: copy the file to the host again`);
}
//#endregion
//#region src/tables/value.ts
var tr = {
	result: "draw",
	plies: null
}, nr = {
	result: "loss",
	plies: 0
}, rr = 1e6, ir = {
	win: 1,
	draw: 0,
	loss: -1
}, ar = {
	win: "loss",
	draw: "draw",
	loss: "win"
};
function or(e) {
	return e === 0 ? tr : {
		result: e % 2 ? "loss" : "win",
		plies: e - 1
	};
}
function sr(e) {
	return e === 0 ? tr : {
		result: e === 1 ? "loss" : "win",
		plies: null
	};
}
function cr({ result: e, plies: t }) {
	return {
		result: ar[e],
		plies: t === null ? null : t + 1
	};
}
function lr(e, t) {
	return ir[t.result] - ir[e.result] || ir[e.result] * ((e.plies ?? rr) - (t.plies ?? rr));
}
//#endregion
//#region src/tables/tables.ts
async function ur(e, t = Ee) {
	let n = new dr(typeof e == "string" || e instanceof URL ? Ft(e) : e);
	return new pr(n, await gt(n), t);
}
var dr = class {
	reader;
	counter = new Dt();
	constructor(e) {
		this.reader = e;
	}
	get traffic() {
		return this.reader.traffic ?? this.counter;
	}
	async read(e, t, n, r) {
		let i = await this.reader.read(e, t, n, r);
		return this.counter.requests++, this.counter.bytes += i.length, i;
	}
}, fr = "nine", pr = class {
	reader;
	contents;
	parse;
	opened = new Rt(Infinity, () => 0);
	constructor(e, t, n) {
		this.reader = e, this.contents = t, this.parse = n;
	}
	get variants() {
		return [...this.contents.keys()];
	}
	has(e) {
		return this.contents.has(e);
	}
	get traffic() {
		let { requests: e = 0, bytes: t = 0 } = this.reader.traffic ?? {};
		return {
			requests: e,
			bytes: t
		};
	}
	async list(e, t) {
		let { catalog: n } = await this.open(t ? {
			variant: e,
			signal: t
		} : { variant: e });
		return n.tables.map((e) => {
			let { own: t, enemy: r, ownInHand: i, enemyInHand: a, kind: o, positions: s } = e, c = [
				t,
				r,
				i,
				a
			];
			return {
				name: G(c, o),
				men: c,
				kind: o,
				positions: s,
				files: vr(e, n.split)
			};
		});
	}
	catalogs(e) {
		let t = this.contents.get(e);
		return t ? [pt, t.catalog] : [];
	}
	async probe(e, t = {}) {
		let { catalog: n } = await this.open(t), { position: r } = this.parse(e, n.variant), [i] = await this.evaluate([r], t);
		return i;
	}
	async moves(e, t = {}) {
		return (await this.rate(e, t)).moves;
	}
	async rate(e, t = {}) {
		let { variant: n } = (await this.open(t)).catalog, { position: r } = this.parse(e, n);
		return mr(r, (e) => this.evaluate(e, t));
	}
	async evaluate(e, t) {
		let n = await this.open(t), r = e.map((e) => gr(n, e, ["distance", "wdl"]));
		try {
			return await _r(n, r, t.signal);
		} catch (r) {
			if (r instanceof B) return this.evaluateRoughly(n, e, t, r);
			if (!(r instanceof L) || !await this.hasChanged(t)) throw r;
			return this.evaluate(e, t);
		}
	}
	async evaluateRoughly(e, t, { signal: n }, r) {
		try {
			return await _r(e, t.map((t) => gr(e, t, ["wdl"])), n);
		} catch {
			throw n?.throwIfAborted(), r;
		}
	}
	async hasChanged({ variant: e = fr }) {
		let t = this.contents.get(e)?.catalog;
		return this.contents = await gt(this.reader), t !== this.contents.get(e)?.catalog;
	}
	open({ variant: e = fr, signal: t }) {
		let n = this.contents.get(e);
		return this.opened.get(n?.catalog ?? "", t, async (t) => {
			if (!n) throw new L(`there are no tables of "${e}" here; there are tables of ${this.variants.join(", ") || "no variant"}`);
			let r = await _t(this.reader, e, n, t);
			return {
				catalog: r,
				files: new Xn(r, this.reader)
			};
		});
	}
};
async function mr(e, t) {
	let n = hr(e);
	if (n) return {
		...n,
		source: null,
		moves: []
	};
	let r = j(e), i = (await t(r.map((t) => pe(e, t)))).map((t, n) => {
		let { result: i, plies: a } = cr(t);
		return {
			move: M(r[n], e.variant.board),
			result: i,
			plies: a,
			source: t.source
		};
	}).sort(lr), [{ result: a, plies: o }] = i;
	return {
		result: a,
		plies: o,
		source: "ahead",
		moves: i
	};
}
function hr(e) {
	let t = he(e);
	return t ? t.winner === null ? {
		result: "draw",
		plies: null
	} : t.winner === e.turn ? {
		result: "win",
		plies: 0
	} : nr : null;
}
function gr(e, t, n) {
	let r = hr(t);
	if (r) return {
		value: r,
		source: null
	};
	let a = () => ({
		moves: j(t).map((r) => gr(e, pe(t, r), n)),
		source: "ahead"
	});
	if (t.removing) return a();
	let { own: o, enemy: s, ownInHand: c, enemyInHand: l } = A(t), u = [
		i(o),
		i(s),
		c,
		l
	], { catalog: d, files: f } = e, p = n.map((e) => d.find(u, e)).find((e) => e !== null);
	if (!p) throw yr(u, d);
	if (p.file === null) return a();
	let m = f.index.table(p.own, p.enemy);
	if (m.size !== p.positions) throw new R(`the catalog of ${d.variant.title} has a wrong size for the table ${G(u)}: write the site again`);
	return {
		wanted: {
			entry: p,
			slot: m.slotOf(o, s)
		},
		source: "table"
	};
}
async function _r(e, t, n) {
	let r = [], i = (e) => {
		e.source === "table" ? r.push(e.wanted) : e.source === "ahead" && e.moves.forEach(i);
	};
	t.forEach(i);
	let a = await e.files.read(r, n), o = 0, s = (e) => {
		if (e.source === null) return {
			...e.value,
			source: null
		};
		if (e.source === "table") {
			let t = a[o++];
			return {
				...e.wanted.entry.kind === "wdl" ? sr(t) : or(t),
				source: "table"
			};
		}
		let [t] = e.moves.map((e) => cr(s(e))).sort(lr);
		return {
			...t,
			source: "ahead"
		};
	};
	return t.map(s);
}
function vr({ file: e, bytes: t, model: n, modelBytes: r }, i) {
	if (e === null) return [];
	let a = n === null ? [] : [{
		path: n,
		bytes: r
	}];
	if (i === null) return [...a, {
		path: e,
		bytes: t
	}];
	let o = Array.from({ length: Math.ceil(t / i) }, (n, r) => ({
		path: `${e}.${r}`,
		bytes: Math.min(i, t - r * i)
	}));
	return [...a, ...o];
}
function yr(e, { variant: t }) {
	return new L(`the table ${G(e)} of ${t.title} is not here: ask whoever wrote the site to solve it and to run "merels site" again`);
}
//#endregion
//#region src/tables/probe.ts
function br(e) {
	return ur(e, xr);
}
function xr(e, t) {
	try {
		return Ee(e, t);
	} catch (e) {
		throw e instanceof N ? new Me(Sr(e)) : e;
	}
}
function Sr({ key: e, params: t }) {
	let n = Object.entries(t).map(([e, t]) => [e, typeof t == "object" ? Sr(t) : t]);
	return Ae(ke[e], Object.fromEntries(n));
}
//#endregion
export { je as CrossOriginError, R as DamagedTableError, Me as FenError, L as MissingTableError, B as NetworkError, z as RangeRequestError, I as TablesError, br as openTables, Ft as readerOf, Pt as stackReaders };
