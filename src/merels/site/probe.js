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
function A(e) {
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
function me({ origin: e, target: t, captured: n }, { names: r } = v) {
	return [e, t].flatMap((e) => e === null ? [] : r[e]).join("-") + (n === null ? "" : `x${r[n]}`);
}
//#endregion
//#region src/core/rules/notation.ts
var j = class extends Error {
	constructor(e, t = {}) {
		super(`${e} ${JSON.stringify(t)}`), this.key = e, this.params = t, this.name = "NotationError";
	}
};
function he(e) {
	return {
		position: C(e),
		pliesSinceRemoval: 0,
		moveNumber: 1
	};
}
he(y);
var M = 17, [N, P, F, ge, _e, ve, ye] = [
	1,
	2,
	3,
	4,
	5,
	6,
	7
], be = 15, xe = 16;
function Se(e, t = y) {
	let { parts: n } = t.board, r = e.trim().split(/\s+/), a = (t) => {
		throw new j("notAFen", {
			text: we(e.trim()),
			why: t
		});
	};
	r.length < M && a({
		key: "fen.fields",
		params: { count: r.length }
	}), r[0].replace(/[O@]/g, "*") !== n.map(({ length: e }) => "*".repeat(e)).join("/") && a({
		key: "fen.board",
		params: { parts: n.map(({ length: e }) => e).join(", ") }
	});
	for (let [e, t] of [
		[N, "wb"],
		[P, "pmo"],
		[F, "psr?"]
	]) r[e].length === 1 && t.includes(r[e]) || a({
		key: "fen.letter",
		params: {
			field: r[e],
			letters: Array.from(t).join(" ")
		}
	});
	let o = r.map((e, t) => t <= F || t >= M ? 0 : (/^-?\d{1,20}$/.test(e) || a({
		key: "fen.number",
		params: { field: e }
	}), Number(e))), s = r[0].replace(/\//g, ""), c = (e) => n.flat().reduce((t, n, r) => t | (s[r] === e ? 1 << n : 0), 0), l = {
		white: c("O"),
		black: c("@"),
		whiteInHand: o[_e],
		blackInHand: o[ye],
		turn: r[N] === "w" ? 0 : 1,
		removing: r[F] === "r",
		variant: t
	};
	for (let [e, t] of [[0, ge], [1, ve]]) {
		let n = i(T(l, e));
		o[t] !== n && a({
			key: "fen.men",
			params: {
				says: o[t],
				stand: n
			}
		});
	}
	let u = Ce(l);
	return u && a(u), o[xe] < 1 && a({
		key: "fen.moveNumber",
		params: {}
	}), o[be] < 0 && a({
		key: "fen.sinceCapture",
		params: {}
	}), {
		position: l,
		pliesSinceRemoval: o[be],
		moveNumber: o[xe]
	};
}
function Ce(e) {
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
function we(e) {
	return e.length <= 120 ? e : `${e.slice(0, 120)}…`;
}
//#endregion
//#region src/texts/en.ts
var Te = {
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
function Ee(e, t, n = String) {
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
}, De = class extends I {
	name = "RangeRequestError";
	kind = "ranges";
}, Oe = class extends I {
	name = "CrossOriginError";
	kind = "origin";
}, z = class extends I {
	name = "NetworkError";
	kind = "network";
}, ke = class extends Error {
	name = "FenError";
}, B = Object.fromEntries(Object.entries(re).map(([t, n]) => [t, t === "threeSquares" ? v : e(n)])), Ae = Object.fromEntries(Object.entries(se).map(([e, t]) => [e, e === y.name ? y : _(e, B[t.board], t)])), je = Object.keys(se), Me = { morabaraba: "twelve" };
function Ne(e) {
	if (e === null) return null;
	let t = je.find((t) => t === e || t === Me[e]);
	return t ? Ae[t] : null;
}
//#endregion
//#region src/tables/xxh32.ts
var [V, Pe, Fe, Ie, Le] = [
	2654435761,
	2246822519,
	3266489917,
	668265263,
	374761393
], Re = 16;
function ze(e, t) {
	let n = e.length, r = 0, i;
	if (n >= Re) {
		let a = t + V + Pe | 0, o = t + Pe | 0, s = t | 0, c = t - V | 0;
		for (; r <= n - Re; r += Re) a = Be(a, U(e, r)), o = Be(o, U(e, r + 4)), s = Be(s, U(e, r + 8)), c = Be(c, U(e, r + 12));
		i = H(a, 1) + H(o, 7) + H(s, 12) + H(c, 18) | 0;
	} else i = t + Le | 0;
	for (i = i + n | 0; r <= n - 4; r += 4) i = Math.imul(H(i + Math.imul(U(e, r), Fe) | 0, 17), Ie);
	for (; r < n; r++) i = Math.imul(H(i + Math.imul(e[r], Le) | 0, 11), V);
	return i = Math.imul(i ^ i >>> 15, Pe), i = Math.imul(i ^ i >>> 13, Fe), (i ^ i >>> 16) >>> 0;
}
function Be(e, t) {
	return Math.imul(H(e + Math.imul(t, Pe) | 0, 13), V);
}
function H(e, t) {
	return e << t | e >>> 32 - t;
}
function U(e, t) {
	return e[t] | e[t + 1] << 8 | e[t + 2] << 16 | e[t + 3] << 24;
}
//#endregion
//#region src/tables/catalog.ts
var Ve = "catalog.json", He = "merels-static-tables", Ue = 1;
async function We(e) {
	let t = Ze(await e.read(Ve));
	if (t?.format !== He || !t.variants) throw new L("catalog.json is not a catalog of tables: the address must be that of the folder \"tables\" of a site");
	return Xe(t.version), new Map(Object.entries(t.variants));
}
async function Ge(e, t, n, r) {
	let i = await e.read(n.catalog, void 0, void 0, r), a = i.length === n.bytes && ze(i, 0) === n.checksum ? Ze(i) : null;
	if (!a) throw new R(`${n.catalog} is damaged: copy the file to the host again`);
	return Ke(t, a);
}
function Ke(e, t) {
	Xe(t.version);
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
	}, o = ["distance", "wdl"].flatMap((e) => (r[e] ?? []).map((t) => a(e, t))), s = new Map(o.map((e) => [W(Ye(e), e.kind), e]));
	return {
		variant: qe(e, t.variant),
		blockSlots: t.block_slots,
		pageBlocks: t.page_blocks,
		split: t.split,
		tables: o,
		find: (e, t) => s.get(W(e, t)) ?? null
	};
}
function qe(e, t) {
	let { points: n, title: r } = t, i = n === void 0 ? Ne(t.name ?? e) : null, a = i ?? (n === void 0 ? null : {
		...y,
		title: r ?? e,
		board: Je(n, t)
	});
	if (!a) throw new L(`the tables are of the variant "${e}", which this version of probe.js does not know: use a newer one`);
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
function Je(t, { parts: n = [t], lines: r = [], edges: i = [] }) {
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
function Ye({ own: e, enemy: t, ownInHand: n, enemyInHand: r }) {
	return [
		e,
		t,
		n,
		r
	];
}
function W([e, t, n, r], i = "distance") {
	return `${e}-${t}${n + r ? `+${n}-${r}` : ""}${i === "wdl" ? ".wdl" : ""}`;
}
function Xe(e) {
	if (e !== Ue) throw new L(`the tables have version ${String(e)} of their format, this program reads ${Ue}: use the probe.js beside the tables`);
}
function Ze(e) {
	try {
		return JSON.parse(new TextDecoder().decode(e));
	} catch {
		return null;
	}
}
//#endregion
//#region src/tables/counter.ts
var Qe = class {
	requests = 0;
	bytes = 0;
}, $e = class {
	base;
	traffic = new Qe();
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
		if (this.traffic.bytes += c.length, a && c.length !== n - t) throw et(i.href, c.length, n - t);
		return c;
	}
	async fetch(e, t) {
		try {
			return await fetch(e, t);
		} catch {
			throw t.signal?.throwIfAborted(), await nt(e) ? new Oe(`${e.origin} does not let pages of ${location.origin} read ${e.href}: make it send the header "Access-Control-Allow-Origin: *", or put page and tables on one host`) : tt(e);
		}
	}
	check({ status: e, headers: t }, n, r) {
		if (e === 404 || e === 410 || e === 403) throw new L(`${n.href} is not there (status ${e}): check the address of the tables, and that the folder was copied as a whole`);
		if (e === 416) throw et(n.href, 0, r ?? 0);
		if (e !== 200 && e !== 206) throw new z(`${n.host} cannot answer now (status ${e} for ${n.href}): try again later`);
		if (r !== null && e === 200 && Number(t.get("Content-Length")) !== r) throw this.refusal = new De(`${n.host} ignores range requests, so it would send all of ${n.href}: put the tables on a host that supports ranges`), this.refusal;
	}
	async receive(e, t, n) {
		try {
			return new Uint8Array(await e.arrayBuffer());
		} catch {
			throw n?.throwIfAborted(), tt(t);
		}
	}
};
function et(e, t, n) {
	return new R(`${e} has another length: ${t} bytes came instead of ${n}; copy the file to the host again`);
}
function tt(e) {
	return new z(`${e.host} cannot be reached: check the connection, then try again`);
}
async function nt(e) {
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
var rt = class {
	base;
	traffic = new Qe();
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
			if (this.traffic.requests++, this.traffic.bytes += o, o !== r.length) throw et(i.href, o, r.length);
			return r;
		} finally {
			await a.close();
		}
	}
}, it = class {
	readers;
	constructor(e) {
		this.readers = e;
	}
	get traffic() {
		let e = new Qe();
		for (let { traffic: t } of this.readers) e.requests += t?.requests ?? 0, e.bytes += t?.bytes ?? 0;
		return e;
	}
	async read(e, t, n, r) {
		let i = new L(`there is no reader to read ${e} from`), a = e === Ve;
		for (let o of a ? [...this.readers].reverse() : this.readers) try {
			return await o.read(e, t, n, r);
		} catch (e) {
			if (!(e instanceof L || a && e instanceof z)) throw e;
			i = e;
		}
		throw i;
	}
};
function at(...e) {
	return new it(e);
}
function ot(e) {
	let t = new URL(String(e).replace(/\/?$/, "/"), st());
	return t.protocol === "file:" ? new rt(t) : new $e(t);
}
function st() {
	let { document: e } = globalThis;
	if (e) return e.baseURI;
	if (typeof location < "u") return location.href;
	let { process: t } = globalThis;
	return `file://${t.cwd()}/`;
}
//#endregion
//#region src/tables/shared-cache.ts
var ct = class {
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
}, lt = class {
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
		let r = new ct(async (n) => {
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
async function ut(e, t) {
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
var dt = /* @__PURE__ */ new WeakMap();
function ft(e) {
	let t = dt.get(e);
	if (!t) {
		let n = new Set(e.mills);
		t = [...gt(e, ht(e), /* @__PURE__ */ new Map())].filter((t) => e.mills.every((e) => n.has(pt(e, t)))).sort((e, t) => mt(e, t)), dt.set(e, t);
	}
	return t;
}
function pt(e, t) {
	return r(e).reduce((e, n) => e | 1 << t[n], 0);
}
function mt(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function ht({ points: e, neighbours: t }) {
	let n = /* @__PURE__ */ new Set();
	for (let i of e) {
		let e = [i];
		for (let i of e) n.has(i) || (n.add(i), e.push(...r(t[i])));
	}
	return [...n];
}
function* gt(e, t, n) {
	if (n.size === t.length) {
		yield e.points.map((e) => n.get(e) ?? e);
		return;
	}
	let r = t[n.size], i = new Set(n.values());
	for (let a of e.points) !i.has(a) && _t(e, r, a, n) && (yield* gt(e, t, new Map([...n, [r, a]])));
}
function _t(e, n, r, a) {
	let [o, s] = [e.neighbours[n], e.neighbours[r]];
	return i(o) === i(s) && e.millsThrough[n].length === e.millsThrough[r].length && [...a].every(([e, n]) => t(o, e) === t(s, n));
}
//#endregion
//#region src/tables/index/orbits.ts
var vt = 16, yt = bt(26);
function bt(e) {
	let t = [[1]];
	for (; t.length < e;) {
		let e = t[t.length - 1];
		t.push([1, ...e.map((t, n) => t + (e[n + 1] ?? 0))]);
	}
	return t;
}
function G(e, t) {
	return yt[e][t] ?? 0;
}
function xt(e) {
	let t = e & -e, n = e + t;
	return n | (e ^ n) >>> 2 >>> 31 - Math.clz32(t);
}
var St = class {
	board;
	symmetries;
	images;
	constructor(e) {
		if (this.board = e, this.symmetries = ft(e), this.symmetries.length > vt) throw RangeError("the board has too many symmetries");
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
}, Ct = class {
	symmetries;
	men;
	representatives;
	symmetric;
	constructor(e, t) {
		this.symmetries = e, this.men = t;
		let n = e.board.names.length, r = new Int32Array(G(n, t)), a = [], o = 0;
		for (let s = 0; s < 2 ** n; s += 65536) {
			let c = t - i(s);
			if (c < 0 || !e.mayBeSmallest(s)) continue;
			let l = G(Math.min(n, 16), c);
			for (let t = 0, n = 2 ** c - 1; t < l; t++, n = xt(n)) {
				let t = e.countKeeping(s | n);
				t !== 0 && (t > 1 && a.push(o), r[o++] = s | n);
			}
		}
		this.representatives = r.slice(0, o), this.symmetric = Int32Array.from(a);
	}
	numberOf(e) {
		return K(this.representatives, e);
	}
};
function K(e, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		e[i] < t ? n = i + 1 : r = i;
	}
	return n;
}
//#endregion
//#region src/tables/index/table-index.ts
var wt = 1 << 21, Tt = class {
	board;
	symmetries;
	orbits = /* @__PURE__ */ new Map();
	indices = /* @__PURE__ */ new Map();
	rows = /* @__PURE__ */ new Map();
	kept = 0;
	constructor(e) {
		this.board = e, this.symmetries = new St(e);
	}
	table(e, t) {
		let n = e * 32 + t, r = this.indices.get(n);
		return r || (r = new Et(this, this.orbitsOf(e), t), this.indices.set(n, r)), r;
	}
	orbitsOf(e) {
		let t = this.orbits.get(e);
		return t || (t = new Ct(this.symmetries, e), this.orbits.set(e, t)), t;
	}
	ranksWithSlot(e, t) {
		let n = `${e} ${t}`, r = this.rows.get(n);
		return r || (r = this.findRanks(e, t), this.kept += r.length, this.kept > wt && (this.rows.clear(), this.kept = r.length), this.rows.set(n, r)), r;
	}
	findRanks(e, t) {
		let { symmetries: n, board: i } = this, a = kt(i.full & ~e), o = n.stabilizer(e), s = G(i.names.length - r(e).length, t), c = new Int32Array(s), l = 0;
		for (let e = 0, r = 2 ** t - 1; e < s; e++, r = xt(r)) {
			let t = At(r, a);
			o.every((e) => n.image(t, e) >= t) && (c[l++] = e);
		}
		return c.slice(0, l);
	}
}, Et = class {
	index;
	orbits;
	enemies;
	size;
	ranks;
	missing;
	constructor(e, t, n) {
		this.index = e, this.orbits = t, this.enemies = n;
		let { symmetries: r, board: i } = e, { representatives: a, symmetric: o, men: s } = t;
		this.ranks = G(i.names.length - s, n), this.missing = new Float64Array(o.length + 1);
		for (let [e, t] of o.entries()) {
			let o = a[t], s = [0, ...r.stabilizer(o)].map((e) => r.symmetries[e]), c = jt(i.full & ~o, s, n);
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
		let a = this.orbits.numberOf(r), o = Dt(i, this.index.board.full & ~r);
		return this.startOf(a) + (this.isSymmetric(a) ? K(this.ranksWithSlot(a), o) : o);
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
		return t[K(t, e)] === e;
	}
	startOf(e) {
		return e * this.ranks - this.missing[K(this.orbits.symmetric, e)];
	}
};
function Dt(e, t) {
	let n = 0, r = 0, i = 0;
	for (let a = t; a; a &= a - 1, i++) e & a & -a && (n += G(i, ++r));
	return n;
}
function Ot(e, t) {
	let n = 0, r = e;
	for (let e = t; e > 0; e--) {
		let t = e - 1;
		for (; G(t + 1, e) <= r;) t++;
		r -= G(t, e), n |= 1 << t;
	}
	return n;
}
function kt(e) {
	let t = /* @__PURE__ */ new Int32Array(1024);
	for (let [n, i] of r(e).entries()) {
		let e = 1 << (n & 7), r = n >> 3 << 8;
		for (let n = e; n < 256; n = n + 1 | e) t[r | n] |= 1 << i;
	}
	return t;
}
function At(e, t) {
	return t[e & 255] | t[256 | e >>> 8 & 255] | t[512 | e >>> 16 & 255] | t[768 | e >>> 24];
}
function jt(e, t, n) {
	return t.reduce((t, r) => t + Mt(e, r, n), 0) / t.length;
}
function Mt(e, t, n) {
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
var Nt = [[
	0,
	1,
	2
], [
	2,
	1,
	0
]], Pt = [1, -1].flatMap((e) => [
	0,
	2,
	4,
	6
].map((t) => Array.from({ length: 8 }, (n, r) => e * r + t + 8 & 7))), Ft = Nt.flatMap((e) => Nt.map((t) => e.flatMap((e) => t.map((t) => 3 * e + t))));
function It(e) {
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
var Lt = It(Pt), Rt = It(Ft), zt = Int16Array.from({ length: 512 }, (e, t) => parseInt(t.toString(2), 3)), Bt = [
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
	Lt.count,
	Lt.count,
	Rt.count
], q = [0, ...Bt.map((e, t) => Bt.slice(0, t + 1).reduce((e, t) => e + t))], Vt = 32, Ht = 16, Ut = 176, Wt = 2176, Gt = Int32Array.from({ length: 4353 }, (e, t) => {
	let n = Math.max(-176, Math.min(t - Wt, Ut));
	return Math.round(65536 / (1 + Math.exp(-n / Ht)));
}), Kt = qt(255);
function qt(e) {
	return 1 + 4 * e + 256 + q[q.length - 1] * Math.min(e, Vt);
}
function Jt(e, t) {
	let n = e[0];
	if (!n || e.length !== qt(n)) return null;
	let r = new DataView(e.buffer, e.byteOffset), i = Int16Array.from({ length: 2 * n }, (e, t) => r.getInt16(1 + 2 * t, !0)), a = e.slice(1 + 4 * n, 257 + 4 * n);
	return a.some((e) => e >= 93) || !Yt(i, t) ? null : {
		children: i,
		levels: a,
		weights: new Int8Array(e.slice(257 + 4 * n).buffer),
		columns: Math.min(n, Vt)
	};
}
function Yt(e, t) {
	let n = new Uint8Array(e.length / 2);
	for (let [r, i] of e.entries()) if (i > r >> 1 && i < n.length) n[i]++;
	else if (i < 256 || i >= 256 + t) return !1;
	return n.subarray(1).every((e) => e === 1);
}
//#endregion
//#region src/tables/packed/decoder.ts
var Xt = 16777215, Zt = 5592405, J = 11184810, Y = 65793, Qt = 8421504;
function $t(e, t) {
	let n = e >>> 1 & 8355711 | e << 7 & Qt, r = e >>> 7 & Y | e << 1 & 16711422, i = (e >>> 2 & 4144959 | e << 6 & 12632256) & n, a = (e >>> 6 & 197379 | e << 2 & 16579836) & r, o = e & J, s = o >>> 8, c = o << 8 & Xt, l = s & o >>> 16 | s & c | c & o << 16 & Xt;
	return t ? Zt & (i | a) | J & n & r | l : Zt & (i & r | a & n) | J & n & r & (s | c) | l & (n | r);
}
function en(e) {
	let t = e & J, n = e >>> 1 & 8355711 | e << 7 & Qt, r = e >>> 7 & Y | e << 1 & 16711422;
	return t & n & r | (t & t >>> 8 & t >>> 16) << 24;
}
function tn(e) {
	let t = e & e - 1, n = t & t - 1;
	return ((e | -e) >>> 31) + ((t | -t) >>> 31) + ((n | -n) >>> 31);
}
var nn = 17, rn = /* @__PURE__ */ new Int16Array(36864);
for (let e = 1; e <= nn; e++) for (let t = 0; t < 2048; t++) rn[e << 11 | t] = Math.floor((2 * t + e) / (2 * e)) * 9;
function an(e, t) {
	let n = t === 3 ? e >>> 6 & 197379 | (e & Y) << 2 : e >>> 2 * t;
	return n & 7 | n >>> 5 & 56 | n >>> 10 & 448;
}
var on = /* @__PURE__ */ new Int32Array(768), X = /* @__PURE__ */ new Int32Array(2048), Z = /* @__PURE__ */ new Int32Array(24576), Q = Uint8Array.from({ length: 256 }, (e, t) => r(t).length);
function sn(e, t, n) {
	for (let r = 0; r < 3; r++) {
		let i = zt[e >>> 8 * r & 255], a = t >>> 8 * r & 255, o = r === 1 ? q[10] : q[11];
		for (let e = 0, t = !0; t; e = e - a & a, t = e !== 0) on[r << 8 | e] = (o + Lt.of[i + 2 * zt[e]]) * n;
	}
}
function cn(e, t, n) {
	for (let r = 0; r < 4; r++) {
		let i = zt[an(e, r)], a = an(t, r);
		for (let e = 0, t = !0; t; e = e - a & a, t = e !== 0) X[r << 9 | e] = (q[12] + Rt.of[i + 2 * zt[e]]) * n;
	}
}
function ln(e, t) {
	let n = 0;
	for (let r = 0; r < 3; r++) {
		let i = e >>> 8 * r & 255;
		for (let e = 0; e <= Math.min(n, t); e++) {
			let t = (r << 5 | e) << 8;
			Z[t] = 0;
			for (let r = -i & i; r !== 0; r = r - i & i) {
				let a = 1 << 31 - Math.clz32(r), o = n + Q[i & a - 1];
				Z[t | r] = Z[t | r ^ a] + (yt[o][e + Q[r]] ?? 0);
			}
		}
		n += Q[i];
	}
}
var un = /* @__PURE__ */ new Uint16Array();
function dn(e, t, n, r, i) {
	let { index: a, enemies: o, ownRoams: s, enemyRoams: c } = e, { children: l, levels: u, weights: d, columns: f } = t, { ranks: p } = a, [, m, ee, h, te, ne, re, ie, ae, oe] = q;
	un.length < p && (un = new Uint16Array(p));
	let g = un, se = f - 1, _ = i.length, v = a.placeOf(n), { orbit: y } = v, b = v.rank, x = 0, S = 4294967295, ce = (r[0] << 24 | r[1] << 16 | r[2] << 8 | r[3]) >>> 0, le = 4, ue = 0;
	for (; ue < _;) {
		let e = a.ownMen(y), t = Xt & ~e, n = a.ranksIn(y);
		sn(e, t, f), cn(e, t, f), ln(t, o);
		let v = kt(t), de = $t(e, s), fe = 4 * tn(en(e)), C = Ot(b, o), w = n ? K(n, b) : 0, T = 0, E = b;
		for (; E < p && ue < _; E++, C = xt(C)) {
			if (n) {
				if (n[w] !== E) continue;
				w++;
			}
			let e = v[C & 255] | v[256 | C >>> 8 & 255] | v[512 | C >>> 16], a = t & ~e, o = e & 255, s = e >>> 8 & 255, p = e >>> 16, _ = e >>> 1 & 8355711 | e << 7 & Qt, y = e >>> 7 & Y | e << 1 & 16711422, b = e & J, pe = b & _ & y | (b & b >>> 8 & b >>> 16) << 24, D = tn(de & a), O = tn($t(e, c) & a), k = 3 * (D - (D >> 1 & D)) + O - (O >> 1 & O), A = Q[o], me = A + Q[s], j = Z[(32 | A) << 8 | s], he = Z[(64 | me) << 8 | p], M = 0, N = 0, P = 0, F = 0;
			for (let t = e & a << 8 & J; t !== 0;) {
				let n = 31 - Math.clz32(t);
				t ^= 1 << n;
				let r = e ^ 257 << n - 8, i = r & 255, a = r >>> 8 & 255, o = Q[i], s = g[Z[i] + Z[(32 | o) << 8 | a] + Z[(64 | o + Q[a]) << 8 | r >>> 16]], c = s & 127, l = -s >> 31, u = l & (s >>> 7 ^ k) - 1 >> 31, d = l ^ u;
				M = M << (7 & u) | c & u, N += (2048 | c) & u, P = P << (7 & d) | c & d, F += (2048 | c) & d;
			}
			for (let t = e & a << 7 & Qt, n = 129, r = 7;;) {
				if (t === 0) {
					if (r === 1) break;
					r = 1, n = 3, t = e & a << 1 & -65794;
					continue;
				}
				let i = 31 - Math.clz32(t);
				t ^= 1 << i;
				let o = e ^ n << i - r, s = E;
				i < 8 ? s = Z[o & 255] + j + he : s += i < 16 ? Z[(32 | A) << 8 | o >>> 8 & 255] - j : Z[(64 | me) << 8 | o >>> 16] - he;
				let c = g[s], l = c & 127, u = -c >> 31, d = u & (c >>> 7 ^ k) - 1 >> 31, f = u ^ d;
				M = M << (7 & d) | l & d, N += (2048 | l) & d, P = P << (7 & f) | l & f, F += (2048 | l) & f;
			}
			let ge = ((D * 4 + O) * 16 + fe + tn(pe)) * f, _e = (m + (M & 127)) * f, ve = (ee + (M >>> 7 & 127)) * f, ye = (h + ((M >>> 14 & 127) + 3 >> 2) * 24 + ((M >>> 21 & 127) + 3 >> 2)) * f, be = (te + ((P & 127) + 3 >> 2) * 9 + k) * f, xe = (ne + ((P >>> 7 & 127) + 3 >> 2) * 9 + k) * f, Se = (re + ((P >>> 14 & 127) + 3 >> 2) * 9 + k) * f, Ce = (ie + rn[N] + k) * f, we = (ae + rn[F] + k) * f, Te = (oe + (T + 3 >> 2) * 9 + k) * f, Ee = on[256 | s], I = on[o], L = on[512 | p], R = X[e & 7 | e >>> 5 & 56 | e >>> 10 & 448], De = X[512 | e >>> 2 & 7 | e >>> 7 & 56 | e >>> 12 & 448], Oe = X[1024 | e >>> 4 & 7 | e >>> 9 & 56 | e >>> 14 & 448], z = e >>> 6 & 197379 | (e & Y) << 2, ke = X[1536 | z & 7 | z >>> 5 & 56 | z >>> 10 & 448], B = 0;
			do {
				let e = B < se ? B : se, t = Gt[d[ge + e] + d[_e + e] + d[ve + e] + d[ye + e] + d[be + e] + d[xe + e] + d[Se + e] + d[Ce + e] + d[we + e] + d[Te + e] + d[Ee + e] + d[I + e] + d[L + e] + d[R + e] + d[De + e] + d[Oe + e] + d[ke + e] + Wt], n = S - x >>> 0, i = x + Math.imul(n >>> 16, t) + (Math.imul(n & 65535, t) >>> 16) >>> 0;
				for (ce <= i ? (S = i, B = l[2 * B + 1]) : (x = i + 1 >>> 0, B = l[2 * B]); !((x ^ S) >>> 24);) x = x << 8 >>> 0, S = (S << 8 | 255) >>> 0, ce = (ce << 8 | (le < r.length ? r[le] : 0)) >>> 0, le++;
			} while (B < 256);
			let Ae = B - 256;
			i[ue++] = Ae, T = u[Ae], g[E] = T | k << 7;
		}
		g.fill(0, b, E), y++, b = 0;
	}
}
//#endregion
//#region src/tables/table-files.ts
var fn = 6, pn = 4, mn = 2147483648, hn = 2048, gn = 1 << 18, _n = 2 << 20, vn = 16 << 20, yn = 16 << 20, bn = class {
	catalog;
	reader;
	index;
	pages = new lt(_n, ({ byteLength: e }) => e);
	models = new lt(vn, ({ weights: e }) => e.length);
	blocks = new lt(yn, ({ data: e }) => e.length + this.catalog.blockSlots);
	constructor(e, t) {
		this.catalog = e, this.reader = t, this.index = new Tt(e.variant.board);
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
		return dn(f, i, t * u, r.data, p), p;
	}
	async inflate({ entry: e, number: t }, { data: n }) {
		let r = this.slotsOf(e, t), i = e.kind === "wdl" ? Math.ceil(r / 5) : r * e.scoreBytes, a = await ut(n, i);
		if (a?.length !== i) throw wn(e, `block ${t}`);
		return e.kind === "wdl" ? Uint8Array.from({ length: r }, (e, t) => Math.floor(a[Math.floor(t / 5)] / 3 ** (t % 5)) % 3) : e.scoreBytes === 1 ? a : Uint16Array.from({ length: r }, (e, t) => a[2 * t] | a[2 * t + 1] << 8);
	}
	slotsOf({ positions: e }, t) {
		let { blockSlots: n } = this.catalog;
		return Math.min(n, e - t * n);
	}
	model(e, t) {
		let { model: n, modelBytes: r, modelChecksum: i, kind: a } = e;
		return this.models.get(n ?? "", t, async (e) => {
			let t = await this.readPart(n ?? "", null, 0, r, e), o = ze(t, 0) === i ? await ut(t, Kt) : null, s = o && Jt(o, a === "wdl" ? 3 : 256);
			if (!s) throw new R(`${n} is damaged: copy the file to the host again`);
			return s;
		});
	}
	async fetchBlocks(e, t) {
		let n = ({ entry: e, number: t }) => {
			let n = $(e, t);
			return this.blocks.peek(n) === void 0 && !this.blocks.isOnItsWay(n);
		}, r = await Promise.all(e.filter(n).map((e) => this.place(e, t))), i = /* @__PURE__ */ new Map();
		for (let e of xn(r.filter(({ want: e }) => n(e)))) {
			let t = new ct((t) => this.readBlocks(e, t));
			for (let { want: n } of e) i.set($(n.entry, n.number), t);
		}
		return Promise.all(e.map((e) => {
			let n = $(e.entry, e.number);
			return this.blocks.get(n, t, async (t) => {
				let r = i.get(n), a = (await (r ? r.join(t) : this.readBlocks([await this.place(e, t)], t))).get(n);
				if (!a) throw wn(e.entry, `block ${e.number}`);
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
			if (!Cn(a, n.seed + mn + t >>> 0)) throw wn(n, `block ${t}`);
			return [$(n, t), {
				data: a.subarray(0, -4),
				values: null
			}];
		}));
	}
	page(e, t, n) {
		let { pageBlocks: r, blockSlots: i } = this.catalog, a = t * (fn + 2 * r + pn), o = Math.min(r, Math.ceil(e.positions / i) - t * r);
		return this.pages.get(`${e.file} ${t}`, n, async (n) => {
			let r = a + fn + 2 * o + pn, i = await this.readPart(e.file ?? "", e.bytes, a, r, n);
			if (!Cn(i, e.seed + t >>> 0)) throw wn(e, `page ${t} of its index`);
			let s = new DataView(i.buffer, i.byteOffset), c = new Float64Array(o + 1);
			c[0] = s.getUint32(0, !0) + s.getUint16(4, !0) * 2 ** 32;
			for (let e = 0; e < o; e++) c[e + 1] = c[e] + s.getUint16(fn + 2 * e, !0);
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
function xn(e) {
	let t = [...e].sort((e, t) => Sn(e.want.entry.file ?? "", t.want.entry.file ?? "") || e.start - t.start), n = [];
	for (let e of t) {
		let t = n[n.length - 1], r = t?.[t.length - 1];
		r?.want.entry === e.want.entry && e.start - r.end <= hn && e.end - t[0].start <= gn ? t.push(e) : n.push([e]);
	}
	return n;
}
function Sn(e, t) {
	return e < t ? -1 : Number(e > t);
}
function $({ file: e }, t) {
	return `${e} ${t}`;
}
function Cn(e, t) {
	let n = e.subarray(0, -4), r = n.length, i = (e[r] | e[r + 1] << 8 | e[r + 2] << 16 | e[r + 3] << 24) >>> 0;
	return e.length > pn && ze(n, t) === i;
}
function wn(e, t) {
	return new R(`${e.file}: ${t} of the table ${W(Ye(e))} is damaged: copy the file to the host again`);
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
async function Pn(e, t = Se) {
	let n = new Fn(typeof e == "string" || e instanceof URL ? ot(e) : e);
	return new Ln(n, await We(n), t);
}
var Fn = class {
	reader;
	counter = new Qe();
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
	opened = new lt(Infinity, () => 0);
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
				name: W(c, o),
				men: c,
				kind: o,
				positions: s,
				files: Vn(e, n.split)
			};
		});
	}
	catalogs(e) {
		let t = this.contents.get(e);
		return t ? [Ve, t.catalog] : [];
	}
	async probe(e, t = {}) {
		let { catalog: n } = await this.open(t), { position: r } = this.parse(e, n.variant), [i] = await this.evaluate([r], t);
		return i;
	}
	async moves(e, t = {}) {
		return (await this.rate(e, t)).moves;
	}
	async rate(e, t = {}) {
		let { variant: n } = (await this.open(t)).catalog, { position: r } = this.parse(e, n), i = Rn(r);
		if (i) return {
			...i,
			source: null,
			moves: []
		};
		let a = D(r), o = a.map((e) => O(r, e)), s = (await this.evaluate(o, t)).map((e, t) => {
			let { result: r, plies: i } = Mn(e);
			return {
				move: me(a[t], n.board),
				result: r,
				plies: i,
				source: e.source
			};
		}).sort(Nn), [{ result: c, plies: l }] = s;
		return {
			result: c,
			plies: l,
			source: "ahead",
			moves: s
		};
	}
	async evaluate(e, t) {
		let n = await this.open(t), r = e.map((e) => zn(n, e, ["distance", "wdl"]));
		try {
			return await Bn(n, r, t.signal);
		} catch (r) {
			if (r instanceof z) return this.evaluateRoughly(n, e, t, r);
			if (!(r instanceof L) || !await this.hasChanged(t)) throw r;
			return this.evaluate(e, t);
		}
	}
	async evaluateRoughly(e, t, { signal: n }, r) {
		try {
			return await Bn(e, t.map((t) => zn(e, t, ["wdl"])), n);
		} catch {
			throw n?.throwIfAborted(), r;
		}
	}
	async hasChanged({ variant: e = In }) {
		let t = this.contents.get(e)?.catalog;
		return this.contents = await We(this.reader), t !== this.contents.get(e)?.catalog;
	}
	open({ variant: e = In, signal: t }) {
		let n = this.contents.get(e);
		return this.opened.get(n?.catalog ?? "", t, async (t) => {
			if (!n) throw new L(`there are no tables of "${e}" here; there are tables of ${this.variants.join(", ") || "no variant"}`);
			let r = await Ge(this.reader, e, n, t);
			return {
				catalog: r,
				files: new bn(r, this.reader)
			};
		});
	}
};
function Rn(e) {
	let t = A(e);
	return t ? t.winner === null ? {
		result: "draw",
		plies: null
	} : t.winner === e.turn ? {
		result: "win",
		plies: 0
	} : En : null;
}
function zn(e, t, n) {
	let r = Rn(t);
	if (r) return {
		value: r,
		source: null
	};
	let a = () => ({
		moves: D(t).map((r) => zn(e, O(t, r), n)),
		source: "ahead"
	});
	if (t.removing) return a();
	let { own: o, enemy: s, ownInHand: c, enemyInHand: l } = pe(t), u = [
		i(o),
		i(s),
		c,
		l
	], { catalog: d, files: f } = e, p = n.map((e) => d.find(u, e)).find((e) => e !== null);
	if (!p) throw Hn(u, d);
	if (p.file === null) return a();
	let m = f.index.table(p.own, p.enemy);
	if (m.size !== p.positions) throw new R(`the catalog of ${d.variant.title} has a wrong size for the table ${W(u)}: write the site again`);
	return {
		wanted: {
			entry: p,
			slot: m.slotOf(o, s)
		},
		source: "table"
	};
}
async function Bn(e, t, n) {
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
function Vn({ file: e, bytes: t, model: n, modelBytes: r }, i) {
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
function Hn(e, { variant: t }) {
	return new L(`the table ${W(e)} of ${t.title} is not here: ask whoever wrote the site to solve it and to run "merels site" again`);
}
//#endregion
//#region src/tables/probe.ts
function Un(e) {
	return Pn(e, Wn);
}
function Wn(e, t) {
	try {
		return Se(e, t);
	} catch (e) {
		throw e instanceof j ? new ke(Gn(e)) : e;
	}
}
function Gn({ key: e, params: t }) {
	let n = Object.entries(t).map(([e, t]) => [e, typeof t == "object" ? Gn(t) : t]);
	return Ee(Te[e], Object.fromEntries(n));
}
//#endregion
export { Oe as CrossOriginError, R as DamagedTableError, ke as FenError, L as MissingTableError, z as NetworkError, De as RangeRequestError, I as TablesError, Un as openTables, ot as readerOf, at as stackReaders };
