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
//#region src/core/rules/moves.ts
function a(e, t, n) {
	return c(e, n.millsThrough[t]);
}
function o(e, t, n) {
	return a(e, t, n) !== 0;
}
function s(e, t) {
	return c(e, t.mills);
}
function c(e, t) {
	let n = 0;
	for (let r of t) (e & r) === r && (n |= r);
	return n;
}
function l(e, t) {
	return e & ~s(e, t) || e;
}
function u(e, t, n) {
	return n === "never" || i(e) + t !== 3 ? !1 : t === 0 || n === "three-in-all";
}
function d(e, t) {
	return i(e) + t < 3;
}
function f(e, t, n) {
	return (t === null ? e : e & ~(1 << t)) | 1 << n;
}
function p(e, t) {
	let { origin: n, target: r, captured: i } = t;
	return {
		own: i === null ? e.enemy : e.enemy & ~(1 << i),
		enemy: r === null ? e.own : f(e.own, n, r),
		ownInHand: e.enemyInHand,
		enemyInHand: e.ownInHand - +(r !== null && n === null)
	};
}
function m(e, t) {
	let { own: n, enemy: i, ownInHand: a, enemyInHand: s } = e, { board: c } = t, p = [];
	if (d(n, a) || d(i, s)) return p;
	let m = c.full & ~(n | i), ee = i ? r(l(i, c)) : [null], h = (e, t) => {
		for (let i of r(t)) if (o(f(n, e, i), i, c)) for (let t of ee) p.push({
			origin: e,
			target: i,
			captured: t
		});
		else p.push({
			origin: e,
			target: i,
			captured: null
		});
	};
	if (a && h(null, m), a && t.placing === "first") return p;
	let te = u(n, a, t.flying);
	for (let e of r(n)) h(e, te ? m : m & c.neighbours[e]);
	return p;
}
function ee(e, t) {
	return r(l(e, t)).map((e) => ({
		origin: null,
		target: null,
		captured: e
	}));
}
//#endregion
//#region src/generated/boards.json
var h = {
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
	oneSquare: h,
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
}, ie = {
	title: "Three Men's Morris",
	board: "oneSquare",
	men: 3,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, ae = {
	title: "Five Men's Morris",
	board: "twoSquares",
	men: 5,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, oe = {
	title: "Six Men's Morris",
	board: "twoSquares",
	men: 6,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, g = {
	title: "Nine Men's Morris",
	board: "threeSquares",
	men: 9,
	flying: "three-on-board",
	placing: "first",
	fullBoard: "loss"
}, se = {
	three: ie,
	five: ae,
	six: oe,
	nine: g,
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
	}
};
//#endregion
//#region src/core/rules/variant.ts
function _(e, t, n) {
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
var v = e(ne), y = _("nine", v, g), { names: b, points: x, full: S, places: ce, lines: le, mills: ue, millsThrough: de, neighbours: fe } = v;
function C(e = y) {
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
function w(e) {
	return +(e === 0);
}
function T(e, t) {
	return t === 0 ? e.white : e.black;
}
function E(e, t) {
	return t === 0 ? e.whiteInHand : e.blackInHand;
}
function pe(e) {
	let t = e.turn, n = w(t);
	return {
		own: T(e, t),
		enemy: T(e, n),
		ownInHand: E(e, t),
		enemyInHand: E(e, n)
	};
}
function D(e) {
	let t = pe(e);
	return e.removing ? ee(t.enemy, e.variant.board) : m(t, e.variant);
}
function O(e, t) {
	let n = w(e.turn);
	return k(e, p(pe(e), t), n, !1);
}
function k(e, t, n, r) {
	let { own: i, enemy: a, ownInHand: o, enemyInHand: s } = t;
	return {
		...n === 0 ? {
			white: i,
			black: a,
			whiteInHand: o,
			blackInHand: s
		} : {
			white: a,
			black: i,
			whiteInHand: s,
			blackInHand: o
		},
		turn: n,
		removing: r,
		variant: e.variant
	};
}
function me(e) {
	for (let t of [e.turn, w(e.turn)]) if (d(T(e, t), E(e, t))) return {
		winner: w(t),
		reason: "too few men"
	};
	if (D(e).length) return null;
	let { variant: t, white: n, black: r, turn: i } = e;
	return (n | r) === t.board.full && t.fullBoard === "draw" ? {
		winner: null,
		reason: "full board"
	} : {
		winner: w(i),
		reason: "blocked"
	};
}
function he({ origin: e, target: t, captured: n }, { names: r } = v) {
	return [e, t].flatMap((e) => e === null ? [] : r[e]).join("-") + (n === null ? "" : `x${r[n]}`);
}
//#endregion
//#region src/core/rules/notation.ts
var A = class extends Error {
	constructor(e, t = {}) {
		super(`${e} ${JSON.stringify(t)}`), this.key = e, this.params = t, this.name = "NotationError";
	}
};
function ge(e) {
	return {
		position: C(e),
		pliesSinceRemoval: 0,
		moveNumber: 1
	};
}
ge(y);
var j = 17, [M, N, P, _e, ve, ye, be] = [
	1,
	2,
	3,
	4,
	5,
	6,
	7
], xe = 15, Se = 16;
function Ce(e, t = y) {
	let { parts: n } = t.board, r = e.trim().split(/\s+/), a = (t) => {
		throw new A("notAFen", {
			text: Te(e.trim()),
			why: t
		});
	};
	r.length < j && a({
		key: "fen.fields",
		params: { count: r.length }
	}), r[0].replace(/[O@]/g, "*") !== n.map(({ length: e }) => "*".repeat(e)).join("/") && a({
		key: "fen.board",
		params: { parts: n.map(({ length: e }) => e).join(", ") }
	});
	for (let [e, t] of [
		[M, "wb"],
		[N, "pmo"],
		[P, "psr?"]
	]) r[e].length === 1 && t.includes(r[e]) || a({
		key: "fen.letter",
		params: {
			field: r[e],
			letters: Array.from(t).join(" ")
		}
	});
	let o = r.map((e, t) => t <= P || t >= j ? 0 : (/^-?\d{1,20}$/.test(e) || a({
		key: "fen.number",
		params: { field: e }
	}), Number(e))), s = r[0].replace(/\//g, ""), c = (e) => n.flat().reduce((t, n, r) => t | (s[r] === e ? 1 << n : 0), 0), l = {
		white: c("O"),
		black: c("@"),
		whiteInHand: o[ve],
		blackInHand: o[be],
		turn: r[M] === "w" ? 0 : 1,
		removing: r[P] === "r",
		variant: t
	};
	for (let [e, t] of [[0, _e], [1, ye]]) {
		let n = i(T(l, e));
		o[t] !== n && a({
			key: "fen.men",
			params: {
				says: o[t],
				stand: n
			}
		});
	}
	let u = we(l);
	return u && a(u), o[Se] < 1 && a({
		key: "fen.moveNumber",
		params: {}
	}), o[xe] < 0 && a({
		key: "fen.sinceCapture",
		params: {}
	}), {
		position: l,
		pliesSinceRemoval: o[xe],
		moveNumber: o[Se]
	};
}
function we(e) {
	let { men: t, placing: n, board: r } = e.variant;
	for (let n of [0, 1]) {
		let r = E(e, n);
		if (r < 0) return {
			key: "fault.negative",
			params: {}
		};
		if (i(T(e, n)) + r > t) return {
			key: "fault.tooMany",
			params: { most: t }
		};
	}
	let { turn: a, removing: o } = e, c = T(e, w(a)), l = E(e, w(a)), u = E(e, a), f = o && u + l > 0 ? u + 1 : u;
	return n === "first" && f - l !== 0 && f - l !== 1 ? {
		key: "fault.turn",
		params: {}
	} : o && (!s(T(e, a), r) || !c || d(c, l)) ? {
		key: "fault.capture",
		params: {}
	} : null;
}
function Te(e) {
	return e.length <= 120 ? e : `${e.slice(0, 120)}…`;
}
//#endregion
//#region src/texts/en.ts
var Ee = {
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
	"pgn.comment": "“{text}”: the comment is not closed with }",
	"pgn.stray": "“{text}” does not belong here",
	"pgn.tag": "“{text}” is not a tag; tags look like [White \"Ada\"]",
	"pgn.illegal.white": "White’s move {number}, “{move}”, is not legal",
	"pgn.illegal.black": "Black’s move {number}, “{move}”, is not legal",
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
function De(e, t, n = String) {
	return e.replace(/\{(\w+)\}/g, (e, r) => n(t[r] ?? e));
}
//#endregion
//#region src/tables/errors.ts
var F = class extends Error {}, I = class extends F {
	name = "MissingTableError";
	kind = "missing";
}, L = class extends F {
	name = "DamagedTableError";
	kind = "damaged";
}, Oe = class extends F {
	name = "RangeRequestError";
	kind = "ranges";
}, ke = class extends F {
	name = "CrossOriginError";
	kind = "origin";
}, R = class extends F {
	name = "NetworkError";
	kind = "network";
}, Ae = class extends Error {
	name = "FenError";
}, z = Object.fromEntries(Object.entries(re).map(([t, n]) => [t, t === "threeSquares" ? v : e(n)])), je = Object.fromEntries(Object.entries(se).map(([e, t]) => [e, e === y.name ? y : _(e, z[t.board], t)])), Me = Object.keys(se), Ne = { morabaraba: "twelve" };
function Pe(e) {
	if (e === null) return null;
	let t = Me.find((t) => t === e || t === Ne[e]);
	return t ? je[t] : null;
}
//#endregion
//#region src/tables/xxh32.ts
var [B, Fe, Ie, Le, Re] = [
	2654435761,
	2246822519,
	3266489917,
	668265263,
	374761393
], ze = 16;
function Be(e, t) {
	let n = e.length, r = 0, i;
	if (n >= ze) {
		let a = t + B + Fe | 0, o = t + Fe | 0, s = t | 0, c = t - B | 0;
		for (; r <= n - ze; r += ze) a = Ve(a, H(e, r)), o = Ve(o, H(e, r + 4)), s = Ve(s, H(e, r + 8)), c = Ve(c, H(e, r + 12));
		i = V(a, 1) + V(o, 7) + V(s, 12) + V(c, 18) | 0;
	} else i = t + Re | 0;
	for (i = i + n | 0; r <= n - 4; r += 4) i = Math.imul(V(i + Math.imul(H(e, r), Ie) | 0, 17), Le);
	for (; r < n; r++) i = Math.imul(V(i + Math.imul(e[r], Re) | 0, 11), B);
	return i = Math.imul(i ^ i >>> 15, Fe), i = Math.imul(i ^ i >>> 13, Ie), (i ^ i >>> 16) >>> 0;
}
function Ve(e, t) {
	return Math.imul(V(e + Math.imul(t, Fe) | 0, 13), B);
}
function V(e, t) {
	return e << t | e >>> 32 - t;
}
function H(e, t) {
	return e[t] | e[t + 1] << 8 | e[t + 2] << 16 | e[t + 3] << 24;
}
//#endregion
//#region src/tables/catalog.ts
var He = "catalog.json", Ue = "merels-static-tables", We = 1;
async function Ge(e) {
	let t = Qe(await e.read(He));
	if (t?.format !== Ue || !t.variants) throw new I("catalog.json is not a catalog of tables: the address must be that of the folder \"tables\" of a site");
	return Ze(t.version), new Map(Object.entries(t.variants));
}
async function Ke(e, t, n, r) {
	let i = await e.read(n.catalog, void 0, void 0, r), a = i.length === n.bytes && Be(i, 0) === n.checksum ? Qe(i) : null;
	if (!a) throw new L(`${n.catalog} is damaged: copy the file to the host again`);
	return qe(t, a);
}
function qe(e, t) {
	Ze(t.version);
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
	}, o = ["distance", "wdl"].flatMap((e) => (r[e] ?? []).map((t) => a(e, t))), s = new Map(o.map((e) => [U(Xe(e), e.kind), e]));
	return {
		variant: Je(e, t.variant),
		blockSlots: t.block_slots,
		pageBlocks: t.page_blocks,
		split: t.split,
		tables: o,
		find: (e, t) => s.get(U(e, t)) ?? null
	};
}
function Je(e, t) {
	let { points: n, title: r } = t, i = n === void 0 ? Pe(t.name ?? e) : null, a = i ?? (n === void 0 ? null : {
		...y,
		title: r ?? e,
		board: Ye(n, t)
	});
	if (!a) throw new I(`the tables are of the variant "${e}", which this version of probe.js does not know: use a newer one`);
	let { men: o = a.men, flying: s = a.flying, placing: c = a.placing, full_board: l = a.fullBoard } = t, u = {
		men: o,
		flying: typeof s == "string" ? s : s ? "three-on-board" : "never",
		placing: c,
		fullBoard: l
	};
	return a === i && Object.entries(u).every(([e, t]) => a[e] === t) ? a : {
		...a,
		...u,
		name: e
	};
}
function Ye(t, { parts: n = [t], lines: r = [], edges: i = [] }) {
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
function Xe({ own: e, enemy: t, ownInHand: n, enemyInHand: r }) {
	return [
		e,
		t,
		n,
		r
	];
}
function U([e, t, n, r], i = "distance") {
	return `${e}-${t}${n + r ? `+${n}-${r}` : ""}${i === "wdl" ? ".wdl" : ""}`;
}
function Ze(e) {
	if (e !== We) throw new I(`the tables have version ${String(e)} of their format, this program reads ${We}: use the probe.js beside the tables`);
}
function Qe(e) {
	try {
		return JSON.parse(new TextDecoder().decode(e));
	} catch {
		return null;
	}
}
//#endregion
//#region src/tables/counter.ts
var $e = class {
	requests = 0;
	bytes = 0;
}, et = class {
	base;
	traffic = new $e();
	refusal = null;
	constructor(e) {
		this.base = e;
	}
	async read(e, t, n, r) {
		if (this.refusal) throw this.refusal;
		let i = new URL(e, this.base), a = t !== void 0 && n !== void 0, o = a ? { headers: { Range: `bytes=${t}-${n - 1}` } } : {};
		e === "catalog.json" && (o.cache = "no-cache"), r && (o.signal = r), this.traffic.requests++;
		let s = await this.fetch(i, o);
		try {
			this.check(s, i, a ? n - t : null);
		} catch (e) {
			throw await s.body?.cancel(), e;
		}
		let c = await this.receive(s, i, r);
		if (this.traffic.bytes += c.length, a && c.length !== n - t) throw tt(i.href, c.length, n - t);
		return c;
	}
	async fetch(e, t) {
		try {
			return await fetch(e, t);
		} catch {
			throw t.signal?.throwIfAborted(), await rt(e) ? new ke(`${e.origin} does not let pages of ${location.origin} read ${e.href}: make it send the header "Access-Control-Allow-Origin: *", or put page and tables on one host`) : nt(e);
		}
	}
	check({ status: e, headers: t }, n, r) {
		if (e === 404 || e === 410 || e === 403) throw new I(`${n.href} is not there (status ${e}): check the address of the tables, and that the folder was copied as a whole`);
		if (e === 416) throw tt(n.href, 0, r ?? 0);
		if (e !== 200 && e !== 206) throw new R(`${n.host} cannot answer now (status ${e} for ${n.href}): try again later`);
		if (r !== null) {
			if (e === 200 && Number(t.get("Content-Length")) !== r) throw this.refuse(`${n.host} ignores range requests, so it would send all of ${n.href}: put the tables on a host that supports ranges`);
			if (t.get("Content-Encoding")) throw this.refuse(`${n.host} compresses ${n.href}, whose parts cannot be read then: turn compression off for files of tables`);
		}
	}
	refuse(e) {
		return this.refusal = new Oe(e), this.refusal;
	}
	async receive(e, t, n) {
		try {
			return new Uint8Array(await e.arrayBuffer());
		} catch {
			throw n?.throwIfAborted(), nt(t);
		}
	}
};
function tt(e, t, n) {
	return new L(`${e} has another length: ${t} bytes came instead of ${n}; copy the file to the host again`);
}
function nt(e) {
	return new R(`${e.host} cannot be reached: check the connection, then try again`);
}
async function rt(e) {
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
var it = class {
	base;
	traffic = new $e();
	constructor(e) {
		this.base = e;
	}
	async read(e, t, n) {
		let { open: r } = await import(
			/* @vite-ignore */
			"node:fs/promises"
), i = new URL(e, this.base), a = await r(i).catch((e) => {
			throw e.code === "ENOENT" ? new I(`${i.href} is not there: check the folder of the tables, and that it is complete`) : e;
		});
		try {
			let e = t ?? 0, r = new Uint8Array((n ?? (await a.stat()).size) - e), { bytesRead: o } = await a.read(r, { position: e });
			if (this.traffic.requests++, this.traffic.bytes += o, o !== r.length) throw tt(i.href, o, r.length);
			return r;
		} finally {
			await a.close();
		}
	}
}, at = class {
	readers;
	constructor(e) {
		this.readers = e;
	}
	get traffic() {
		let e = new $e();
		for (let { traffic: t } of this.readers) e.requests += t?.requests ?? 0, e.bytes += t?.bytes ?? 0;
		return e;
	}
	async read(e, t, n, r) {
		let i = new I(`there is no reader to read ${e} from`), a = e === He;
		for (let o of a ? [...this.readers].reverse() : this.readers) try {
			return await o.read(e, t, n, r);
		} catch (e) {
			if (!(e instanceof I || a && e instanceof R)) throw e;
			i = e;
		}
		throw i;
	}
};
function ot(...e) {
	return new at(e);
}
function st(e) {
	let t = new URL(String(e).replace(/\/?$/, "/"), ct());
	return t.protocol === "file:" ? new it(t) : new et(t);
}
function ct() {
	let { document: e } = globalThis;
	if (e) return e.baseURI;
	if (typeof location < "u") return location.href;
	let { process: t } = globalThis;
	return `file://${t.cwd()}/`;
}
//#endregion
//#region src/tables/shared-cache.ts
var lt = class {
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
}, ut = class {
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
		let r = new lt(async (n) => {
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
async function dt(e, t) {
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
var ft = /* @__PURE__ */ new WeakMap();
function pt(e) {
	let t = ft.get(e);
	if (!t) {
		let n = new Set(e.mills);
		t = [..._t(e, gt(e), /* @__PURE__ */ new Map())].filter((t) => e.mills.every((e) => n.has(mt(e, t)))).sort((e, t) => ht(e, t)), ft.set(e, t);
	}
	return t;
}
function mt(e, t) {
	return r(e).reduce((e, n) => e | 1 << t[n], 0);
}
function ht(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function gt({ points: e, neighbours: t }) {
	let n = /* @__PURE__ */ new Set();
	for (let i of e) {
		let e = [i];
		for (let i of e) n.has(i) || (n.add(i), e.push(...r(t[i])));
	}
	return [...n];
}
function* _t(e, t, n) {
	if (n.size === t.length) {
		yield e.points.map((e) => n.get(e) ?? e);
		return;
	}
	let r = t[n.size], i = new Set(n.values());
	for (let a of e.points) !i.has(a) && vt(e, r, a, n) && (yield* _t(e, t, new Map([...n, [r, a]])));
}
function vt(e, n, r, a) {
	let [o, s] = [e.neighbours[n], e.neighbours[r]];
	return i(o) === i(s) && e.millsThrough[n].length === e.millsThrough[r].length && [...a].every(([e, n]) => t(o, e) === t(s, n));
}
//#endregion
//#region src/tables/index/orbits.ts
var yt = 16, bt = xt(26);
function xt(e) {
	let t = [[1]];
	for (; t.length < e;) {
		let e = t[t.length - 1];
		t.push([1, ...e.map((t, n) => t + (e[n + 1] ?? 0))]);
	}
	return t;
}
function W(e, t) {
	return bt[e][t] ?? 0;
}
function St(e) {
	let t = e & -e, n = e + t;
	return n | (e ^ n) >>> 2 >>> 31 - Math.clz32(t);
}
var Ct = class {
	board;
	symmetries;
	images;
	constructor(e) {
		if (this.board = e, this.symmetries = pt(e), this.symmetries.length > yt) throw RangeError("the board has too many symmetries");
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
}, wt = class {
	symmetries;
	men;
	representatives;
	symmetric;
	constructor(e, t) {
		this.symmetries = e, this.men = t;
		let n = e.board.names.length, r = new Int32Array(W(n, t)), a = [], o = 0;
		for (let s = 0; s < 2 ** n; s += 65536) {
			let c = t - i(s);
			if (c < 0 || !e.mayBeSmallest(s)) continue;
			let l = W(Math.min(n, 16), c);
			for (let t = 0, n = 2 ** c - 1; t < l; t++, n = St(n)) {
				let t = e.countKeeping(s | n);
				t !== 0 && (t > 1 && a.push(o), r[o++] = s | n);
			}
		}
		this.representatives = r.slice(0, o), this.symmetric = Int32Array.from(a);
	}
	numberOf(e) {
		return G(this.representatives, e);
	}
};
function G(e, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		e[i] < t ? n = i + 1 : r = i;
	}
	return n;
}
//#endregion
//#region src/tables/index/table-index.ts
var Tt = 1 << 21, Et = class {
	board;
	symmetries;
	orbits = /* @__PURE__ */ new Map();
	indices = /* @__PURE__ */ new Map();
	rows = /* @__PURE__ */ new Map();
	kept = 0;
	constructor(e) {
		this.board = e, this.symmetries = new Ct(e);
	}
	table(e, t) {
		let n = e * 32 + t, r = this.indices.get(n);
		return r || (r = new Dt(this, this.orbitsOf(e), t), this.indices.set(n, r)), r;
	}
	orbitsOf(e) {
		let t = this.orbits.get(e);
		return t || (t = new wt(this.symmetries, e), this.orbits.set(e, t)), t;
	}
	ranksWithSlot(e, t) {
		let n = `${e} ${t}`, r = this.rows.get(n);
		return r || (r = this.findRanks(e, t), this.kept += r.length, this.kept > Tt && (this.rows.clear(), this.kept = r.length), this.rows.set(n, r)), r;
	}
	findRanks(e, t) {
		let { symmetries: n, board: i } = this, a = At(i.full & ~e), o = n.stabilizer(e), s = W(i.names.length - r(e).length, t), c = new Int32Array(s), l = 0;
		for (let e = 0, r = 2 ** t - 1; e < s; e++, r = St(r)) {
			let t = jt(r, a);
			o.every((e) => n.image(t, e) >= t) && (c[l++] = e);
		}
		return c.slice(0, l);
	}
}, Dt = class {
	index;
	orbits;
	enemies;
	size;
	ranks;
	missing;
	constructor(e, t, n) {
		this.index = e, this.orbits = t, this.enemies = n;
		let { symmetries: r, board: i } = e, { representatives: a, symmetric: o, men: s } = t;
		this.ranks = W(i.names.length - s, n), this.missing = new Float64Array(o.length + 1);
		for (let [e, t] of o.entries()) {
			let o = a[t], s = [0, ...r.stabilizer(o)].map((e) => r.symmetries[e]), c = Mt(i.full & ~o, s, n);
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
		let a = this.orbits.numberOf(r), o = Ot(i, this.index.board.full & ~r);
		return this.startOf(a) + (this.isSymmetric(a) ? G(this.ranksWithSlot(a), o) : o);
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
		return t[G(t, e)] === e;
	}
	startOf(e) {
		return e * this.ranks - this.missing[G(this.orbits.symmetric, e)];
	}
};
function Ot(e, t) {
	let n = 0, r = 0, i = 0;
	for (let a = t; a; a &= a - 1, i++) e & a & -a && (n += W(i, ++r));
	return n;
}
function kt(e, t) {
	let n = 0, r = e;
	for (let e = t; e > 0; e--) {
		let t = e - 1;
		for (; W(t + 1, e) <= r;) t++;
		r -= W(t, e), n |= 1 << t;
	}
	return n;
}
function At(e) {
	let t = /* @__PURE__ */ new Int32Array(1024);
	for (let [n, i] of r(e).entries()) {
		let e = 1 << (n & 7), r = n >> 3 << 8;
		for (let n = e; n < 256; n = n + 1 | e) t[r | n] |= 1 << i;
	}
	return t;
}
function jt(e, t) {
	return t[e & 255] | t[256 | e >>> 8 & 255] | t[512 | e >>> 16 & 255] | t[768 | e >>> 24];
}
function Mt(e, t, n) {
	return t.reduce((t, r) => t + Nt(e, r, n), 0) / t.length;
}
function Nt(e, t, n) {
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
var Pt = [[
	0,
	1,
	2
], [
	2,
	1,
	0
]], Ft = [1, -1].flatMap((e) => [
	0,
	2,
	4,
	6
].map((t) => Array.from({ length: 8 }, (n, r) => e * r + t + 8 & 7))), It = Pt.flatMap((e) => Pt.map((t) => e.flatMap((e) => t.map((t) => 3 * e + t))));
function Lt(e) {
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
var Rt = Lt(Ft), zt = Lt(It), Bt = Int16Array.from({ length: 512 }, (e, t) => parseInt(t.toString(2), 3)), Vt = [
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
	Rt.count,
	Rt.count,
	zt.count
], K = [0, ...Vt.map((e, t) => Vt.slice(0, t + 1).reduce((e, t) => e + t))], Ht = 32, Ut = 16, Wt = 176, Gt = 2176, Kt = Int32Array.from({ length: 4353 }, (e, t) => {
	let n = Math.max(-176, Math.min(t - Gt, Wt));
	return Math.round(65536 / (1 + Math.exp(-n / Ut)));
}), qt = Jt(255);
function Jt(e) {
	return 1 + 4 * e + 256 + K[K.length - 1] * Math.min(e, Ht);
}
function Yt(e, t) {
	let n = e[0];
	if (!n || e.length !== Jt(n)) return null;
	let r = new DataView(e.buffer, e.byteOffset), i = Int16Array.from({ length: 2 * n }, (e, t) => r.getInt16(1 + 2 * t, !0)), a = e.slice(1 + 4 * n, 257 + 4 * n);
	return a.some((e) => e >= 93) || !Xt(i, t) ? null : {
		children: i,
		levels: a,
		weights: new Int8Array(e.slice(257 + 4 * n).buffer),
		columns: Math.min(n, Ht)
	};
}
function Xt(e, t) {
	let n = new Uint8Array(e.length / 2);
	for (let [r, i] of e.entries()) if (i > r >> 1 && i < n.length) n[i]++;
	else if (i < 256 || i >= 256 + t) return !1;
	return n.subarray(1).every((e) => e === 1);
}
//#endregion
//#region src/tables/packed/decoder.ts
var Zt = 16777215, Qt = 5592405, q = 11184810, J = 65793, $t = 8421504;
function en(e, t) {
	let n = e >>> 1 & 8355711 | e << 7 & $t, r = e >>> 7 & J | e << 1 & 16711422, i = (e >>> 2 & 4144959 | e << 6 & 12632256) & n, a = (e >>> 6 & 197379 | e << 2 & 16579836) & r, o = e & q, s = o >>> 8, c = o << 8 & Zt, l = s & o >>> 16 | s & c | c & o << 16 & Zt;
	return t ? Qt & (i | a) | q & n & r | l : Qt & (i & r | a & n) | q & n & r & (s | c) | l & (n | r);
}
function tn(e) {
	let t = e & q, n = e >>> 1 & 8355711 | e << 7 & $t, r = e >>> 7 & J | e << 1 & 16711422;
	return t & n & r | (t & t >>> 8 & t >>> 16) << 24;
}
function nn(e) {
	let t = e & e - 1, n = t & t - 1;
	return ((e | -e) >>> 31) + ((t | -t) >>> 31) + ((n | -n) >>> 31);
}
var rn = 17, an = /* @__PURE__ */ new Int16Array(36864);
for (let e = 1; e <= rn; e++) for (let t = 0; t < 2048; t++) an[e << 11 | t] = Math.floor((2 * t + e) / (2 * e)) * 9;
function on(e, t) {
	let n = t === 3 ? e >>> 6 & 197379 | (e & J) << 2 : e >>> 2 * t;
	return n & 7 | n >>> 5 & 56 | n >>> 10 & 448;
}
var sn = /* @__PURE__ */ new Int32Array(768), Y = /* @__PURE__ */ new Int32Array(2048), X = /* @__PURE__ */ new Int32Array(24576), Z = Uint8Array.from({ length: 256 }, (e, t) => r(t).length);
function cn(e, t, n) {
	for (let r = 0; r < 3; r++) {
		let i = Bt[e >>> 8 * r & 255], a = t >>> 8 * r & 255, o = r === 1 ? K[10] : K[11];
		for (let e = 0, t = !0; t; e = e - a & a, t = e !== 0) sn[r << 8 | e] = (o + Rt.of[i + 2 * Bt[e]]) * n;
	}
}
function ln(e, t, n) {
	for (let r = 0; r < 4; r++) {
		let i = Bt[on(e, r)], a = on(t, r);
		for (let e = 0, t = !0; t; e = e - a & a, t = e !== 0) Y[r << 9 | e] = (K[12] + zt.of[i + 2 * Bt[e]]) * n;
	}
}
function un(e, t) {
	let n = 0;
	for (let r = 0; r < 3; r++) {
		let i = e >>> 8 * r & 255;
		for (let e = 0; e <= Math.min(n, t); e++) {
			let t = (r << 5 | e) << 8;
			X[t] = 0;
			for (let r = -i & i; r !== 0; r = r - i & i) {
				let a = 1 << 31 - Math.clz32(r), o = n + Z[i & a - 1];
				X[t | r] = X[t | r ^ a] + (bt[o][e + Z[r]] ?? 0);
			}
		}
		n += Z[i];
	}
}
var dn = /* @__PURE__ */ new Uint16Array();
function fn(e, t, n, r, i) {
	let { index: a, enemies: o, ownRoams: s, enemyRoams: c } = e, { children: l, levels: u, weights: d, columns: f } = t, { ranks: p } = a, [, m, ee, h, te, ne, re, ie, ae, oe] = K;
	dn.length < p && (dn = new Uint16Array(p));
	let g = dn, se = f - 1, _ = i.length, v = a.placeOf(n), { orbit: y } = v, b = v.rank, x = 0, S = 4294967295, ce = (r[0] << 24 | r[1] << 16 | r[2] << 8 | r[3]) >>> 0, le = 4, ue = 0;
	for (; ue < _;) {
		let e = a.ownMen(y), t = Zt & ~e, n = a.ranksIn(y);
		cn(e, t, f), ln(e, t, f), un(t, o);
		let v = At(t), de = en(e, s), fe = 4 * nn(tn(e)), C = kt(b, o), w = n ? G(n, b) : 0, T = 0, E = b;
		for (; E < p && ue < _; E++, C = St(C)) {
			if (n) {
				if (n[w] !== E) continue;
				w++;
			}
			let e = v[C & 255] | v[256 | C >>> 8 & 255] | v[512 | C >>> 16], a = t & ~e, o = e & 255, s = e >>> 8 & 255, p = e >>> 16, _ = e >>> 1 & 8355711 | e << 7 & $t, y = e >>> 7 & J | e << 1 & 16711422, b = e & q, pe = b & _ & y | (b & b >>> 8 & b >>> 16) << 24, D = nn(de & a), O = nn(en(e, c) & a), k = 3 * (D - (D >> 1 & D)) + O - (O >> 1 & O), me = Z[o], he = me + Z[s], A = X[(32 | me) << 8 | s], ge = X[(64 | he) << 8 | p], j = 0, M = 0, N = 0, P = 0;
			for (let t = e & a << 8 & q; t !== 0;) {
				let n = 31 - Math.clz32(t);
				t ^= 1 << n;
				let r = e ^ 257 << n - 8, i = r & 255, a = r >>> 8 & 255, o = Z[i], s = g[X[i] + X[(32 | o) << 8 | a] + X[(64 | o + Z[a]) << 8 | r >>> 16]], c = s & 127, l = -s >> 31, u = l & (s >>> 7 ^ k) - 1 >> 31, d = l ^ u;
				j = j << (7 & u) | c & u, M += (2048 | c) & u, N = N << (7 & d) | c & d, P += (2048 | c) & d;
			}
			for (let t = e & a << 7 & $t, n = 129, r = 7;;) {
				if (t === 0) {
					if (r === 1) break;
					r = 1, n = 3, t = e & a << 1 & -65794;
					continue;
				}
				let i = 31 - Math.clz32(t);
				t ^= 1 << i;
				let o = e ^ n << i - r, s = E;
				i < 8 ? s = X[o & 255] + A + ge : s += i < 16 ? X[(32 | me) << 8 | o >>> 8 & 255] - A : X[(64 | he) << 8 | o >>> 16] - ge;
				let c = g[s], l = c & 127, u = -c >> 31, d = u & (c >>> 7 ^ k) - 1 >> 31, f = u ^ d;
				j = j << (7 & d) | l & d, M += (2048 | l) & d, N = N << (7 & f) | l & f, P += (2048 | l) & f;
			}
			let _e = ((D * 4 + O) * 16 + fe + nn(pe)) * f, ve = (m + (j & 127)) * f, ye = (ee + (j >>> 7 & 127)) * f, be = (h + ((j >>> 14 & 127) + 3 >> 2) * 24 + ((j >>> 21 & 127) + 3 >> 2)) * f, xe = (te + ((N & 127) + 3 >> 2) * 9 + k) * f, Se = (ne + ((N >>> 7 & 127) + 3 >> 2) * 9 + k) * f, Ce = (re + ((N >>> 14 & 127) + 3 >> 2) * 9 + k) * f, we = (ie + an[M] + k) * f, Te = (ae + an[P] + k) * f, Ee = (oe + (T + 3 >> 2) * 9 + k) * f, De = sn[256 | s], F = sn[o], I = sn[512 | p], L = Y[e & 7 | e >>> 5 & 56 | e >>> 10 & 448], Oe = Y[512 | e >>> 2 & 7 | e >>> 7 & 56 | e >>> 12 & 448], ke = Y[1024 | e >>> 4 & 7 | e >>> 9 & 56 | e >>> 14 & 448], R = e >>> 6 & 197379 | (e & J) << 2, Ae = Y[1536 | R & 7 | R >>> 5 & 56 | R >>> 10 & 448], z = 0;
			do {
				let e = z < se ? z : se, t = Kt[d[_e + e] + d[ve + e] + d[ye + e] + d[be + e] + d[xe + e] + d[Se + e] + d[Ce + e] + d[we + e] + d[Te + e] + d[Ee + e] + d[De + e] + d[F + e] + d[I + e] + d[L + e] + d[Oe + e] + d[ke + e] + d[Ae + e] + Gt], n = S - x >>> 0, i = x + Math.imul(n >>> 16, t) + (Math.imul(n & 65535, t) >>> 16) >>> 0;
				for (ce <= i ? (S = i, z = l[2 * z + 1]) : (x = i + 1 >>> 0, z = l[2 * z]); !((x ^ S) >>> 24);) x = x << 8 >>> 0, S = (S << 8 | 255) >>> 0, ce = (ce << 8 | (le < r.length ? r[le] : 0)) >>> 0, le++;
			} while (z < 256);
			let je = z - 256;
			i[ue++] = je, T = u[je], g[E] = T | k << 7;
		}
		g.fill(0, b, E), y++, b = 0;
	}
}
//#endregion
//#region src/tables/table-files.ts
var pn = 6, mn = 4, hn = 2147483648, gn = 2048, _n = 1 << 18, vn = 2 << 20, yn = 16 << 20, bn = 16 << 20, xn = class {
	catalog;
	reader;
	index;
	pages = new ut(vn, ({ byteLength: e }) => e);
	models = new ut(yn, ({ weights: e }) => e.length);
	blocks = new ut(bn, ({ data: e }) => e.length + this.catalog.blockSlots);
	constructor(e, t) {
		this.catalog = e, this.reader = t, this.index = new Et(e.variant.board);
	}
	async read(e, t) {
		let { blockSlots: n } = this.catalog, r = /* @__PURE__ */ new Map();
		for (let { entry: t, slot: i } of e) {
			let e = Math.floor(i / n), a = Q(t, e), o = r.get(a), s = i % n;
			o ? o.last = Math.max(o.last, s) : r.set(a, {
				entry: t,
				number: e,
				last: s
			});
		}
		let i = await this.decode([...r.values()], t);
		return e.map(({ entry: e, slot: t }) => i.get(Q(e, Math.floor(t / n)))?.[t % n] ?? 0);
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
			i.set(Q(a.entry, a.number), e.values);
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
		return fn(f, i, t * u, r.data, p), p;
	}
	async inflate({ entry: e, number: t }, { data: n }) {
		let r = this.slotsOf(e, t), i = e.kind === "wdl" ? Math.ceil(r / 5) : r * e.scoreBytes, a = await dt(n, i);
		if (a?.length !== i) throw $(e, `block ${t}`);
		return e.kind === "wdl" ? Uint8Array.from({ length: r }, (e, t) => Math.floor(a[Math.floor(t / 5)] / 3 ** (t % 5)) % 3) : e.scoreBytes === 1 ? a : Uint16Array.from({ length: r }, (e, t) => a[2 * t] | a[2 * t + 1] << 8);
	}
	slotsOf({ positions: e }, t) {
		let { blockSlots: n } = this.catalog;
		return Math.min(n, e - t * n);
	}
	model(e, t) {
		let { model: n, modelBytes: r, modelChecksum: i, kind: a } = e;
		return this.models.get(n ?? "", t, async (e) => {
			let t = await this.readPart(n ?? "", null, 0, r, e), o = Be(t, 0) === i ? await dt(t, qt) : null, s = o && Yt(o, a === "wdl" ? 3 : 256);
			if (!s) throw new L(`${n} is damaged: copy the file to the host again`);
			return s;
		});
	}
	async fetchBlocks(e, t) {
		let n = ({ entry: e, number: t }) => {
			let n = Q(e, t);
			return this.blocks.peek(n) === void 0 && !this.blocks.isOnItsWay(n);
		}, r = await Promise.all(e.filter(n).map((e) => this.place(e, t))), i = /* @__PURE__ */ new Map();
		for (let e of Sn(r.filter(({ want: e }) => n(e)))) {
			let t = new lt((t) => this.readBlocks(e, t));
			for (let { want: n } of e) i.set(Q(n.entry, n.number), t);
		}
		return Promise.all(e.map((e) => {
			let n = Q(e.entry, e.number);
			return this.blocks.get(n, t, async (t) => {
				let r = i.get(n), a = (await (r ? r.join(t) : this.readBlocks([await this.place(e, t)], t))).get(n);
				if (!a) throw $(e.entry, `block ${e.number}`);
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
			if (!wn(a, n.seed + hn + t >>> 0)) throw $(n, `block ${t}`);
			return [Q(n, t), {
				data: a.subarray(0, -4),
				values: null
			}];
		}));
	}
	page(e, t, n) {
		let { pageBlocks: r, blockSlots: i } = this.catalog, a = t * (pn + 2 * r + mn), o = Math.min(r, Math.ceil(e.positions / i) - t * r);
		return this.pages.get(`${e.file} ${t}`, n, async (n) => {
			let r = a + pn + 2 * o + mn, i = await this.readPart(e.file ?? "", e.bytes, a, r, n);
			if (!wn(i, e.seed + t >>> 0)) throw $(e, `page ${t} of its index`);
			let s = new DataView(i.buffer, i.byteOffset), c = new Float64Array(o + 1);
			c[0] = s.getUint32(0, !0) + s.getUint16(4, !0) * 2 ** 32;
			for (let e = 0; e < o; e++) c[e + 1] = c[e] + s.getUint16(pn + 2 * e, !0);
			return c;
		});
	}
	async readPart(e, t, n, r, i) {
		let { split: a } = this.catalog;
		if (t !== null && (r > t || r <= n)) throw new L(`${e} is damaged: copy the file to the host again`);
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
function Sn(e) {
	let t = [...e].sort((e, t) => Cn(e.want.entry.file ?? "", t.want.entry.file ?? "") || e.start - t.start), n = [];
	for (let e of t) {
		let t = n[n.length - 1], r = t?.[t.length - 1];
		r?.want.entry === e.want.entry && e.start - r.end <= gn && e.end - t[0].start <= _n ? t.push(e) : n.push([e]);
	}
	return n;
}
function Cn(e, t) {
	return e < t ? -1 : Number(e > t);
}
function Q({ file: e }, t) {
	return `${e} ${t}`;
}
function wn(e, t) {
	let n = e.subarray(0, -4), r = n.length, i = (e[r] | e[r + 1] << 8 | e[r + 2] << 16 | e[r + 3] << 24) >>> 0;
	return e.length > mn && Be(n, t) === i;
}
function $(e, t) {
	return new L(`${e.file}: ${t} of the table ${U(Xe(e))} is damaged: copy the file to the host again`);
}
//#endregion
//#region src/tables/value.ts
var Tn = {
	result: "draw",
	plies: null
}, En = {
	result: "loss",
	plies: 0
}, Dn = 1e6, On = {
	win: 1,
	draw: 0,
	loss: -1
}, kn = {
	win: "loss",
	draw: "draw",
	loss: "win"
};
function An(e) {
	return e === 0 ? Tn : {
		result: e % 2 ? "loss" : "win",
		plies: e - 1
	};
}
function jn(e) {
	return e === 0 ? Tn : {
		result: e === 1 ? "loss" : "win",
		plies: null
	};
}
function Mn({ result: e, plies: t }) {
	return {
		result: kn[e],
		plies: t === null ? null : t + 1
	};
}
function Nn(e, t) {
	return On[t.result] - On[e.result] || On[e.result] * ((e.plies ?? Dn) - (t.plies ?? Dn));
}
//#endregion
//#region src/tables/tables.ts
async function Pn(e, t = Ce) {
	let n = new Fn(typeof e == "string" || e instanceof URL ? st(e) : e);
	return new Ln(n, await Ge(n), t);
}
var Fn = class {
	reader;
	counter = new $e();
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
}, In = "nine", Ln = class {
	reader;
	contents;
	parse;
	opened = new ut(Infinity, () => 0);
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
				name: U(c, o),
				men: c,
				kind: o,
				positions: s,
				files: Hn(e, n.split)
			};
		});
	}
	catalogs(e) {
		let t = this.contents.get(e);
		return t ? [He, t.catalog] : [];
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
		return Rn(r, (e) => this.evaluate(e, t));
	}
	async evaluate(e, t) {
		let n = await this.open(t), r = e.map((e) => Bn(n, e, ["distance", "wdl"]));
		try {
			return await Vn(n, r, t.signal);
		} catch (r) {
			if (r instanceof R) return this.evaluateRoughly(n, e, t, r);
			if (!(r instanceof I) || !await this.hasChanged(t)) throw r;
			return this.evaluate(e, t);
		}
	}
	async evaluateRoughly(e, t, { signal: n }, r) {
		try {
			return await Vn(e, t.map((t) => Bn(e, t, ["wdl"])), n);
		} catch {
			throw n?.throwIfAborted(), r;
		}
	}
	async hasChanged({ variant: e = In }) {
		let t = this.contents.get(e)?.catalog;
		return this.contents = await Ge(this.reader), t !== this.contents.get(e)?.catalog;
	}
	open({ variant: e = In, signal: t }) {
		let n = this.contents.get(e);
		return this.opened.get(n?.catalog ?? "", t, async (t) => {
			if (!n) throw new I(`there are no tables of "${e}" here; there are tables of ${this.variants.join(", ") || "no variant"}`);
			let r = await Ke(this.reader, e, n, t);
			return {
				catalog: r,
				files: new xn(r, this.reader)
			};
		});
	}
};
async function Rn(e, t) {
	let n = zn(e);
	if (n) return {
		...n,
		source: null,
		moves: []
	};
	let r = D(e), i = (await t(r.map((t) => O(e, t)))).map((t, n) => {
		let { result: i, plies: a } = Mn(t);
		return {
			move: he(r[n], e.variant.board),
			result: i,
			plies: a,
			source: t.source
		};
	}).sort(Nn), [{ result: a, plies: o }] = i;
	return {
		result: a,
		plies: o,
		source: "ahead",
		moves: i
	};
}
function zn(e) {
	let t = me(e);
	return t ? t.winner === null ? {
		result: "draw",
		plies: null
	} : t.winner === e.turn ? {
		result: "win",
		plies: 0
	} : En : null;
}
function Bn(e, t, n) {
	let r = zn(t);
	if (r) return {
		value: r,
		source: null
	};
	let a = () => ({
		moves: D(t).map((r) => Bn(e, O(t, r), n)),
		source: "ahead"
	});
	if (t.removing) return a();
	let { own: o, enemy: s, ownInHand: c, enemyInHand: l } = pe(t), u = [
		i(o),
		i(s),
		c,
		l
	], { catalog: d, files: f } = e, p = n.map((e) => d.find(u, e)).find((e) => e !== null);
	if (!p) throw Un(u, d);
	if (p.file === null) return a();
	let m = f.index.table(p.own, p.enemy);
	if (m.size !== p.positions) throw new L(`the catalog of ${d.variant.title} has a wrong size for the table ${U(u)}: write the site again`);
	return {
		wanted: {
			entry: p,
			slot: m.slotOf(o, s)
		},
		source: "table"
	};
}
async function Vn(e, t, n) {
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
				...e.wanted.entry.kind === "wdl" ? jn(t) : An(t),
				source: "table"
			};
		}
		let [t] = e.moves.map((e) => Mn(s(e))).sort(Nn);
		return {
			...t,
			source: "ahead"
		};
	};
	return t.map(s);
}
function Hn({ file: e, bytes: t, model: n, modelBytes: r }, i) {
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
function Un(e, { variant: t }) {
	return new I(`the table ${U(e)} of ${t.title} is not here: ask whoever wrote the site to solve it and to run "merels site" again`);
}
//#endregion
//#region src/tables/probe.ts
function Wn(e) {
	return Pn(e, Gn);
}
function Gn(e, t) {
	try {
		return Ce(e, t);
	} catch (e) {
		throw e instanceof A ? new Ae(Kn(e)) : e;
	}
}
function Kn({ key: e, params: t }) {
	let n = Object.entries(t).map(([e, t]) => [e, typeof t == "object" ? Kn(t) : t]);
	return De(Ee[e], Object.fromEntries(n));
}
//#endregion
export { ke as CrossOriginError, L as DamagedTableError, Ae as FenError, I as MissingTableError, R as NetworkError, Oe as RangeRequestError, F as TablesError, Wn as openTables, st as readerOf, ot as stackReaders };
