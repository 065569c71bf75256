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
//#region src/board/dom.ts
function a(e, t, n = "") {
	let r = document.createElement(t);
	return n && (r.className = n), e.append(r), r;
}
function o(e, t = "") {
	let n = a(e, "button", t);
	return n.type = "button", n;
}
function s(e, t) {
	e.textContent !== t && (e.textContent = t);
}
function c(e, t, n) {
	e.getAttribute(t) !== n && e.setAttribute(t, n);
}
var l = class {
	constructor(e) {
		this.wrap = e, this.removers = [];
	}
	add(e, t, n, r) {
		let i = this.wrap(n);
		e.addEventListener(t, i, r), this.removers.push(() => e.removeEventListener(t, i));
	}
	removeAll() {
		for (let e of this.removers.splice(0)) e();
	}
}, u = 24 / 68, d = 40, f = 1.8, p = /* @__PURE__ */ new WeakMap();
function m(e) {
	let t = p.get(e);
	if (t) return t;
	let { columns: n, rows: r, places: i } = e, a = Math.max(n, r, 2) - 1, o = Math.min(d, u * 456 / (a + 2 * u)), s = (456 - 2 * o) / a, c = (520 - s * (n - 1)) / 2, l = (520 - s * (r - 1)) / 2, f = {
		board: e,
		spots: i.map(({ column: e, row: t }) => ({
			x: c + e * s,
			y: l + t * s
		})),
		step: s,
		man: o,
		bounds: [
			c,
			l,
			520 - c,
			520 - l
		]
	};
	return p.set(e, f), f;
}
function h({ board: e, bounds: t, step: n }, r) {
	let [i, a] = t, o = Array.from({ length: e.columns }, (e, t) => ({
		text: String.fromCharCode(97 + t),
		spot: {
			x: i + t * n,
			y: 520 - r / 2
		}
	})), s = Array.from({ length: e.rows }, (t, i) => ({
		text: String(e.rows - i),
		spot: {
			x: r / 2,
			y: a + i * n
		}
	}));
	return [...o, ...s];
}
function g({ board: e, spots: t }) {
	return [...e.lines, ...e.edges].map((e) => e.map((e) => t[e]));
}
function _({ board: e, spots: t, step: n, man: r }, i, a) {
	let o = Math.min(n / 2, f * r);
	return e.points.find((e) => Math.hypot(t[e].x - i, t[e].y - a) <= o) ?? null;
}
//#endregion
//#region src/board/accessibility.ts
var ee = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1]
};
function te(e, t, n) {
	let i = ee[n];
	if (!i) return null;
	let { places: a, neighbours: o } = e, { column: s, row: c } = a[t];
	return r(o[t]).find((e) => Math.sign(a[e].column - s) === i[0] && Math.sign(a[e].row - c) === i[1]) ?? null;
}
function ne(e) {
	return e in ee;
}
var re = class {
	constructor(e, t) {
		this.buttons = [], this.current = 0, this.element = a(e, "div", "nmm-points"), this.element.setAttribute("role", "group"), this.arrange(t);
	}
	arrange({ board: e, spots: t, man: n }) {
		let r = this.element.contains(document.activeElement);
		this.element.style.setProperty("--button", `${270 * n / 520}%`), this.element.replaceChildren(), this.buttons = e.points.map((e) => {
			let n = o(this.element);
			return n.style.left = `${100 * t[e].x / 520}%`, n.style.top = `${100 * t[e].y / 520}%`, n.dataset.point = String(e), n;
		}), this.cursor = 0, r && this.focus();
	}
	get cursor() {
		return this.current;
	}
	set cursor(e) {
		this.current in this.buttons && (this.buttons[this.current].tabIndex = -1), this.buttons[e].tabIndex = 0, this.current = e;
	}
	focus() {
		this.buttons[this.current].focus({ preventScroll: !0 });
	}
	pointOf(e) {
		let t = this.buttons.indexOf(e);
		return t < 0 ? null : t;
	}
	update(e, t, n) {
		c(this.element, "aria-label", e);
		for (let [e, r] of this.buttons.entries()) r.tabIndex = e === this.current ? 0 : -1, c(r, "aria-label", t[e]), c(r, "aria-pressed", String(n === e));
	}
}, ie = class {
	constructor(e) {
		this.element = a(e, "div", "nmm-hidden"), this.element.setAttribute("role", "status"), this.element.setAttribute("aria-live", "polite");
	}
	say(e) {
		this.element.textContent = this.element.textContent === e ? `${e}\u00A0` : e;
	}
};
//#endregion
//#region src/core/rules/moves.ts
function ae(e, t, n) {
	return ce(e, n.millsThrough[t]);
}
function oe(e, t, n) {
	return ae(e, t, n) !== 0;
}
function se(e, t) {
	return ce(e, t.mills);
}
function ce(e, t) {
	let n = 0;
	for (let r of t) (e & r) === r && (n |= r);
	return n;
}
function v(e, t) {
	return e & ~se(e, t) || e;
}
function le(e, t, n) {
	return n === "never" || i(e) + t !== 3 ? !1 : t === 0 || n === "three-in-all";
}
function y(e, t) {
	return i(e) + t < 3;
}
function b(e, t, n) {
	return (t === null ? e : e & ~(1 << t)) | 1 << n;
}
function ue(e, t) {
	let { origin: n, target: r, captured: i } = t;
	return {
		own: i === null ? e.enemy : e.enemy & ~(1 << i),
		enemy: r === null ? e.own : b(e.own, n, r),
		ownInHand: e.enemyInHand,
		enemyInHand: e.ownInHand - +(r !== null && n === null)
	};
}
function de(e, t) {
	let { own: n, enemy: i, ownInHand: a, enemyInHand: o } = e, { board: s } = t, c = [];
	if (y(n, a) || y(i, o)) return c;
	let l = s.full & ~(n | i), u = i ? r(v(i, s)) : [null], d = (e, t) => {
		for (let i of r(t)) if (oe(b(n, e, i), i, s)) for (let t of u) c.push({
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
	if (a && d(null, l), a && t.placing === "first") return c;
	let f = le(n, a, t.flying);
	for (let e of r(n)) d(e, f ? l : l & s.neighbours[e]);
	return c;
}
function fe(e, t) {
	return r(v(e, t)).map((e) => ({
		origin: null,
		target: null,
		captured: e
	}));
}
//#endregion
//#region src/generated/boards.json
var pe = {
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
}, me = {
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
}, he = {
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
}, ge = {
	oneSquare: pe,
	twoSquares: me,
	threeSquares: he,
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
}, _e = {
	title: "Three Men's Morris",
	board: "oneSquare",
	men: 3,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, ve = {
	title: "Five Men's Morris",
	board: "twoSquares",
	men: 5,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, ye = {
	title: "Six Men's Morris",
	board: "twoSquares",
	men: 6,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, be = {
	title: "Nine Men's Morris",
	board: "threeSquares",
	men: 9,
	flying: "three-on-board",
	placing: "first",
	fullBoard: "loss"
}, xe = {
	three: _e,
	five: ve,
	six: ye,
	nine: be,
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
function Se(e, t, n) {
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
var x = e(he), S = Se("nine", x, be), { names: Ce, points: we, full: Te, places: Ee, lines: De, mills: Oe, millsThrough: ke, neighbours: Ae } = x;
function je(e = S) {
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
function C(e) {
	return +(e === 0);
}
function w(e) {
	return e === 0 ? "white" : "black";
}
function T(e, t) {
	return t === 0 ? e.white : e.black;
}
function E(e, t) {
	return t === 0 ? e.whiteInHand : e.blackInHand;
}
function Me(e, t) {
	return E(e, t) ? "placing" : D(e, t) ? "flying" : "moving";
}
function D(e, t) {
	return le(T(e, t), E(e, t), e.variant.flying);
}
function O({ variant: e, turn: t, whiteInHand: n, blackInHand: r }) {
	return e.placing === "any-turn" || (t === 0 ? n : r) === 0;
}
function Ne(e, t) {
	return e.white === t.white && e.black === t.black && e.whiteInHand === t.whiteInHand && e.blackInHand === t.blackInHand && e.turn === t.turn && e.removing === t.removing && e.variant === t.variant;
}
function k(e) {
	let t = e.turn, n = C(t);
	return {
		own: T(e, t),
		enemy: T(e, n),
		ownInHand: E(e, t),
		enemyInHand: E(e, n)
	};
}
function A(e) {
	let t = k(e);
	return e.removing ? fe(t.enemy, e.variant.board) : de(t, e.variant);
}
function Pe(e, t) {
	return e.origin === t.origin && e.target === t.target && e.captured === t.captured;
}
function Fe(e, t) {
	return A(e).some((e) => Pe(e, t));
}
function Ie(e, t) {
	if (!Fe(e, t)) {
		let { variant: n, ...r } = e;
		throw RangeError(`"${N(t, n.board)}" is not legal in ${JSON.stringify(r)}`);
	}
	return Le(e, t);
}
function Le(e, t) {
	let n = C(e.turn);
	return ze(e, ue(k(e), t), n, !1);
}
function Re(e, t, n) {
	let r = k(e), i = b(r.own, t, n), a = r.ownInHand - +(t === null);
	return ze(e, {
		...r,
		own: i,
		ownInHand: a
	}, e.turn, !0);
}
function ze(e, t, n, r) {
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
function j(e) {
	for (let t of [e.turn, C(e.turn)]) if (y(T(e, t), E(e, t))) return {
		winner: C(t),
		reason: "too few men"
	};
	if (A(e).length) return null;
	let { variant: t, white: n, black: r, turn: i } = e;
	return (n | r) === t.board.full && t.fullBoard === "draw" ? {
		winner: null,
		reason: "full board"
	} : {
		winner: C(i),
		reason: "blocked"
	};
}
function Be(e, n, r) {
	if (j(e)) return "game over";
	let { own: i, enemy: a, ownInHand: o } = k(e);
	if (e.removing) return t(a, r) ? t(v(a, e.variant.board), r) ? null : "protected" : "take an enemy man";
	let s = !t(i | a, r);
	return O(e) ? t(i, r) ? r === n || M(e, r) ? null : "blocked man" : o && s ? null : n === null ? s ? "choose a man first" : "enemy man" : s ? t(M(e, n), r) ? null : "not adjacent" : "occupied" : s ? null : "occupied";
}
function M(e, t) {
	let { board: n } = e.variant, r = n.full & ~(e.white | e.black);
	return t === null || D(e, e.turn) ? r : r & n.neighbours[t];
}
function N({ origin: e, target: t, captured: n }, { names: r } = x) {
	return [e, t].flatMap((e) => e === null ? [] : r[e]).join("-") + (n === null ? "" : `x${r[n]}`);
}
function Ve(e, t) {
	return e.map((e) => N(e, t));
}
function He(e, t, n) {
	let { own: r, enemy: i } = k(e);
	return i !== 0 && oe(b(r, t, n), n, e.variant.board);
}
//#endregion
//#region src/board/animation.ts
var Ue = 240, We = 380, Ge = 200, Ke = 320, qe = 600, Je = .6, Ye = class {
	constructor(e) {
		this.layout = e, this.motions = [], this.held = null;
	}
	get heldPoint() {
		return this.held && this.held.point;
	}
	hold(e, t) {
		this.held = {
			point: e,
			spot: t
		};
	}
	letGo(e) {
		if (!this.held) return;
		let { point: t, spot: n } = this.held;
		this.held = null, !Xe() && this.motions.push({
			kind: "arrival",
			from: n,
			to: t,
			lift: Je,
			begin: e,
			end: e + Ue
		});
	}
	show(e, t) {
		let { held: n } = this;
		if (e.some((e) => e.kind === "step" && e.origin === n?.point) && (this.held = null), Xe()) return;
		let r = t;
		for (let t of e) if (t.kind === "step") {
			let { origin: e, target: i, flies: a, mills: o } = t, s = e !== null && e === n?.point, c = s ? n.spot : e === null ? null : this.layout.spots[e], l = r + (e === null ? Ge : a && !s ? We : Ue);
			this.motions = this.motions.filter((t) => t.kind !== "arrival" || t.to !== e), this.motions.push({
				kind: "arrival",
				from: c,
				to: i,
				lift: a ? 1 : .3,
				begin: r,
				end: l
			}), o && this.motions.push({
				kind: "glow",
				begin: l,
				end: l + qe
			}), r = l;
		} else if (t.kind === "removal") {
			let { color: e, point: n } = t, i = C(e);
			this.motions.push({
				kind: "departure",
				color: i,
				at: n,
				begin: r,
				end: r + Ke
			});
		}
	}
	clear() {
		this.motions = [], this.held = null;
	}
	isActive(e) {
		return this.motions = this.motions.filter(({ end: t }) => t > e), this.motions.length > 0;
	}
	sprite(e, t) {
		if (this.held?.point === e) return {
			...this.held.spot,
			lift: Je,
			alpha: 1
		};
		let n = this.layout.spots[e], r = this.motions.find((t) => t.kind === "arrival" && t.to === e);
		if (!r) return {
			...n,
			lift: 0,
			alpha: 1
		};
		let i = P(r, t);
		if (r.from === null) return {
			...n,
			lift: 1 - i,
			alpha: Math.min(1, .3 + i)
		};
		let { from: a } = r;
		return {
			x: a.x + (n.x - a.x) * i,
			y: a.y + (n.y - a.y) * i,
			lift: r.lift * Math.sin(Math.PI * i),
			alpha: 1
		};
	}
	ghosts(e) {
		return this.motions.filter((e) => e.kind === "departure").map((t) => {
			let { x: n, y: r } = this.layout.spots[t.at], i = P(t, e);
			return {
				x: n,
				y: r,
				color: t.color,
				lift: i,
				alpha: 1 - i
			};
		});
	}
	glow(e) {
		let t = this.motions.find(({ kind: e }) => e === "glow");
		return t ? P(t, e) : 1;
	}
};
function P({ begin: e, end: t }, n) {
	return 1 - (1 - Math.min(1, Math.max(0, (n - e) / (t - e)))) ** 3;
}
function Xe() {
	return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
//#endregion
//#region src/board/dragging.ts
var Ze = 6, Qe = class {
	constructor(e) {
		this.carrier = e, this.grip = null, this.hasEnded = !1;
	}
	get isHolding() {
		return this.grip !== null;
	}
	get isMoving() {
		return this.grip?.isMoving === !0;
	}
	get isClickOver() {
		return this.hasEnded;
	}
	press({ event: e, point: t }) {
		this.hasEnded = !1, !this.grip && e.isPrimary && e.button === 0 && t !== null && this.carrier.isMovable(t) && (this.grip = {
			pointer: e.pointerId,
			point: t,
			x: e.clientX,
			y: e.clientY,
			isMoving: !1
		});
	}
	move({ event: e, spot: t, point: n }) {
		let { grip: r } = this;
		if (r?.pointer === e.pointerId) {
			if (!r.isMoving) {
				if (Math.hypot(e.clientX - r.x, e.clientY - r.y) < Ze) return;
				if (r.isMoving = this.carrier.pickUp(r.point), !r.isMoving) {
					this.grip = null;
					return;
				}
			}
			this.carrier.carry(r.point, t, n);
		}
	}
	release({ event: e, point: t }) {
		let { grip: n } = this;
		n?.pointer === e.pointerId && (this.grip = null, n.isMoving && (this.hasEnded = !0, this.carrier.putDown(n.point, t)));
	}
	cancel() {
		let { grip: e } = this;
		this.grip = null, e?.isMoving && this.carrier.putDown(e.point, null);
	}
	forget() {
		this.grip = null;
	}
}, F = 24, $e = 18, et = 46, tt = "#4b2a10", nt = "rgba(255, 236, 200, .55)";
function rt(e, t) {
	e.clearRect(0, 0, 520, 520), it(e), at(e), st(e, t), lt(e, t);
}
function it(e) {
	let t = e.createLinearGradient(0, 0, 520, 520);
	t.addColorStop(0, "#8f5a2b"), t.addColorStop(.5, "#6d3f1a"), t.addColorStop(1, "#4c2a10"), e.fillStyle = t, L(e, 0, $e);
}
function at(e) {
	e.save();
	let t = e.createLinearGradient(0, 0, 208, 520);
	t.addColorStop(0, "#e3b777"), t.addColorStop(.5, "#d3a05c"), t.addColorStop(1, "#c08a47"), e.fillStyle = t, L(e, F, 10), e.clip(), ot(e), e.strokeStyle = "rgba(60, 30, 8, .55)", e.lineWidth = 4, e.stroke(), e.restore();
}
function ot(e) {
	e.save();
	for (let t = 0; t < et; t++) {
		let n = (t + .5) * (520 / et) + 5 * Math.sin(t * 2.7), r = 3 + 3 * Math.sin(t * 1.3), i = .05 + .05 * Math.abs(Math.sin(t * 4.1));
		e.beginPath();
		for (let i = 0; i <= 520; i += 20) {
			let a = n + r * Math.sin(i / 95 + t * .55) + 2 * Math.sin(i / 31 + t);
			e.lineTo(i, a);
		}
		e.strokeStyle = `rgba(95, 52, 14, ${i})`, e.lineWidth = 1 + 1.6 * Math.abs(Math.sin(t * 3.3)), e.stroke();
	}
	e.restore(), L(e, F, 10, !1);
}
function st(e, t) {
	e.lineCap = "round";
	for (let [n, r, i] of [[
		1.4,
		nt,
		4
	], [
		0,
		tt,
		4
	]]) {
		e.strokeStyle = r, e.lineWidth = i, ct(e, t, n), e.fillStyle = r;
		for (let { x: r, y: i } of t.spots) I(e, {
			x: r + n,
			y: i + n
		}, 7);
	}
}
function ct(e, t, n = 0) {
	e.beginPath();
	for (let [r, ...i] of g(t)) {
		e.moveTo(r.x + n, r.y + n);
		for (let { x: t, y: r } of i) e.lineTo(t + n, r + n);
	}
	e.stroke();
}
function lt(e, t) {
	e.font = "600 14px system-ui, sans-serif", e.textAlign = "center", e.textBaseline = "middle", e.fillStyle = "#f3d9ad";
	for (let { text: n, spot: r } of h(t, F)) e.fillText(n, r.x, r.y);
}
function I(e, t, n) {
	e.beginPath(), e.arc(t.x, t.y, n, 0, 2 * Math.PI), e.fill();
}
function L(e, t, n, r = !0) {
	let i = t, a = 520 - t;
	e.beginPath(), e.moveTo(i + n, i), e.arcTo(a, i, a, a, n), e.arcTo(a, a, i, a, n), e.arcTo(i, a, i, i, n), e.arcTo(i, i, a, i, n), e.closePath(), r && e.fill();
}
//#endregion
//#region src/board/drawing.ts
var ut = "#ffc928", dt = "#1f7bf2", ft = "#e3202c", pt = "#12a150", mt = {
	drawBoard: rt,
	shades: {
		0: [
			"#ffffff",
			"#f6ead2",
			"#cfb68a",
			"#8d7246",
			"rgba(120, 92, 48, .55)"
		],
		1: [
			"#77706a",
			"#35302d",
			"#100e0d",
			"#000000",
			"rgba(190, 180, 170, .35)"
		]
	}
};
function ht(e, t, n, i, a, o) {
	_t(e, t, i.mills, a.glow(o)), vt(e, t, i);
	for (let [s, c] of [[0, i.white], [1, i.black]]) for (let i of r(c)) i !== a.heldPoint && Tt(e, t.man, s, n, a.sprite(i, o));
	for (let r of a.ghosts(o)) Tt(e, t.man, r.color, n, r);
	yt(e, t, i, a, o);
}
function gt(e, n, r, { white: i, black: a }, o, s) {
	let c = o.heldPoint;
	c !== null && t(i | a, c) && Tt(e, n.man, +!t(i, c), r, o.sprite(c, s));
}
function _t(e, { board: t, spots: n, man: r }, i, a) {
	e.save(), e.lineCap = "round";
	for (let [o, s] of t.mills.entries()) {
		if (!i || (i & s) !== s) continue;
		let [c, , l] = t.lines[o].map((e) => n[e]);
		for (let t = 2 * r + 18; t > 2; t -= 4) e.globalAlpha = a * (t > 6 ? .15 : .8), e.lineWidth = t, e.strokeStyle = t > 18 ? "#ffe27a" : "#fff7cf", e.beginPath(), e.moveTo(c.x, c.y), e.lineTo(l.x, l.y), e.stroke();
	}
	e.restore();
}
function vt(e, { spots: n, man: r }, { lastMove: i, white: a, black: o }) {
	if (!i) return;
	let { origin: s, captured: c } = i;
	s !== null && !t(a | o, s) && (e.setLineDash([5, 5]), R(e, n[s], r * 2 / 3, 2.5, "rgba(75, 42, 16, .8)"), e.setLineDash([])), c !== null && !t(a | o, c) && wt(e, n[c], r);
}
function yt(e, n, i, a, o) {
	let { lastMove: s, suggestion: c, selected: l, hover: u } = i, { spots: d, man: f } = n;
	if (s !== null && s.target !== null) {
		let { x: n, y: r } = a.sprite(s.target, o);
		e.fillStyle = t(i.white, s.target) ? "#7a5a26" : "#d8c9b4", I(e, {
			x: n,
			y: r
		}, f / 6);
	}
	if (i.marksTargets) for (let t of r(i.targets)) bt(e, d[t], f / 24);
	c && St(e, n, c), l !== null && Ct(e, d[l], f, ut, 5);
	for (let t of r(i.removalTargets)) Ct(e, d[t], f, ft, 4.5);
	for (let t of r(i.stuck)) wt(e, d[t], f);
	u !== null && xt(e, n, i, u);
}
function bt(e, t, n) {
	e.fillStyle = "rgba(255, 255, 255, .9)", I(e, t, 11 * n), e.fillStyle = dt, I(e, t, 8.5 * n);
}
function xt(e, { spots: n, man: r }, { removalTargets: i }, a) {
	let o = n[a], s = t(i, a), [c, l] = s ? ["rgba(255, 70, 80, .25)", "rgba(227, 32, 44, .6)"] : ["rgba(150, 208, 255, .95)", "rgba(31, 123, 242, .6)"], u = e.createRadialGradient(o.x, o.y, 4, o.x, o.y, r);
	u.addColorStop(0, c), u.addColorStop(1, l), e.fillStyle = u, I(e, o, r + 2), s || Ct(e, o, r, dt, 3.5);
}
function St(e, { spots: t, man: n }, { origin: r, target: i, captured: a }) {
	if (e.save(), e.setLineDash([9, 6]), r !== null && i !== null) {
		let a = t[r], o = t[i];
		e.strokeStyle = pt, e.lineWidth = 5, e.beginPath(), e.moveTo(a.x, a.y), e.lineTo(o.x, o.y), e.stroke(), R(e, a, n + 4, 4, pt);
	}
	for (let r of [i, a]) r !== null && R(e, t[r], n + 4, 5, pt);
	e.restore();
}
function Ct(e, t, n, r, i) {
	R(e, t, n + 3, i + 3, "rgba(35, 16, 4, .7)"), R(e, t, n + 3, i, r);
}
function wt(e, { x: t, y: n }, r) {
	let i = r * .4;
	for (let [r, a] of [[8, "#fff"], [4.5, ft]]) e.lineWidth = r, e.strokeStyle = a, e.lineCap = "round", e.beginPath(), e.moveTo(t - i, n - i), e.lineTo(t + i, n + i), e.moveTo(t + i, n - i), e.lineTo(t - i, n + i), e.stroke();
}
function R(e, { x: t, y: n }, r, i, a) {
	e.lineWidth = i, e.strokeStyle = a, e.beginPath(), e.arc(t, n, r, 0, 2 * Math.PI), e.stroke();
}
function Tt(e, t, n, { shades: r, outline: i }, { x: a, y: o, lift: s, alpha: c }) {
	let [l, u, d, f, p] = r[n], m = t * (1 + .18 * s), h = 12 * s, g = {
		x: a,
		y: o - h
	};
	e.save(), e.globalAlpha = c, e.fillStyle = "rgba(30, 14, 2, .22)", I(e, {
		x: a + 3 + h / 2,
		y: o + 5 + h / 2
	}, m + 2), I(e, {
		x: a + 2 + h / 2,
		y: o + 3 + h / 2
	}, m + .5), e.fillStyle = f, I(e, {
		x: g.x,
		y: g.y + 1.5
	}, m);
	let _ = e.createRadialGradient(g.x - m * .35, g.y - m * .4, m * .1, g.x, g.y, m);
	_.addColorStop(0, l), _.addColorStop(.55, u), _.addColorStop(1, d), e.fillStyle = _, I(e, g, m - .8), R(e, g, m * .66, 2, p), R(e, g, m * .36, 1.6, p), i && R(e, g, m - 1, 3, i), e.beginPath(), e.arc(g.x, g.y, m * .86, Math.PI * 1.05, Math.PI * 1.6), e.lineWidth = 2, e.lineCap = "round", e.strokeStyle = n === 0 ? "rgba(255, 255, 255, .95)" : "rgba(255, 255, 255, .45)", e.stroke(), e.restore();
}
//#endregion
//#region src/board/BoardRenderer.ts
var Et = class {
	constructor(e, t, n) {
		this.canvas = e, this.skin = t, this.layout = n, this.background = document.createElement("canvas"), this.backgroundSkin = null, this.backgroundLayout = null, this.magnification = 1;
		let r = e.getContext("2d");
		if (!r) throw Error("this browser cannot draw on a canvas");
		this.context = r, this.fitDensity();
	}
	draw(e, t, n, r) {
		let { canvas: i, context: a, skin: o, layout: s } = this;
		this.fitDensity(), a.setTransform(1, 0, 0, 1, 0, 0), a.clearRect(0, 0, i.width, i.height), a.drawImage(this.background, 0, 0), a.scale(i.width / 520, i.height / 520), ht(a, s, o, e, t, n), r?.(a, s, n), gt(a, s, o, e, t, n);
	}
	fit(e) {
		this.magnification = e / 520;
	}
	spotUnder(e) {
		let { left: t, top: n, width: r, height: i } = this.canvas.getBoundingClientRect();
		return {
			x: (e.clientX - t) * 520 / r,
			y: (e.clientY - n) * 520 / i
		};
	}
	pointUnder(e) {
		let { x: t, y: n } = this.spotUnder(e);
		return _(this.layout, t, n);
	}
	fitDensity() {
		let { background: e, canvas: t, skin: n, layout: r } = this, i = Math.max(1, Math.ceil(devicePixelRatio * this.magnification)), a = this.backgroundSkin === n && this.backgroundLayout === r;
		if (e.width === 520 * i && a) return;
		for (let n of [t, e]) n.width = n.height = 520 * i;
		let o = e.getContext("2d");
		o?.scale(i, i), o && n.drawBoard(o, r), t.dataset.board = JSON.stringify(r.bounds), this.backgroundSkin = n, this.backgroundLayout = r;
	}
}, Dt = class {
	constructor(e, t, n, r, i = mt) {
		this.sceneAt = t, this.guard = n, this.pointer = null, this.overlay = null, this.dragging = null, this.isPointed = !1, this.frame = 0;
		let o = m(r);
		this.element = a(e, "div", "nmm-board"), this.canvas = a(this.element, "canvas"), this.canvas.tabIndex = -1, this.canvas.setAttribute("aria-hidden", "true"), this.animation = new Ye(o), this.renderer = new Et(this.canvas, i, o), this.points = new re(this.element, o);
	}
	listen(e, t) {
		let { canvas: n, points: r, renderer: i } = this, a = this.createDragging(t);
		this.dragging = a, e.add(n, "click", (e) => {
			a.isClickOver || this.choose(i.pointUnder(e), t);
		}), e.add(n, "focus", () => r.focus()), e.add(n, "pointerdown", (e) => a.press(this.pointing(e))), e.add(n, "pointermove", (e) => {
			a.move(this.pointing(e)), a.isMoving ? n.setPointerCapture(e.pointerId) : this.hover(e.pointerType === "touch" ? null : i.pointUnder(e), t);
		}), e.add(n, "pointerup", (e) => a.release(this.pointing(e))), e.add(n, "pointercancel", () => a.cancel()), e.add(n, "touchmove", (e) => {
			a.isHolding && e.preventDefault();
		}, { passive: !1 }), e.add(n, "pointerleave", () => this.hover(null, t)), e.add(r.element, "click", (e) => this.choose(r.pointOf(e.target), t)), e.add(r.element, "keydown", (e) => this.pressKey(e, t)), e.add(r.element, "focusin", (e) => {
			this.isPointed = !e.target.matches(":focus-visible"), r.cursor = r.pointOf(e.target) ?? r.cursor;
		}), e.add(window, "resize", () => this.redraw());
	}
	animate(e) {
		this.animation.show(e, performance.now());
	}
	settle() {
		this.dragging?.forget(), this.animation.clear();
	}
	redraw() {
		this.frame ||= requestAnimationFrame(() => this.guard(() => this.drawFrame()));
	}
	rest() {
		cancelAnimationFrame(this.frame), this.settle(), this.drawFrame(), cancelAnimationFrame(this.frame), this.frame = 0;
	}
	get layout() {
		return this.renderer.layout;
	}
	setGeometry(e) {
		let t = m(e);
		t !== this.layout && (this.settle(), this.pointer = null, this.overlay = null, this.animation.layout = t, this.renderer.layout = t, this.points.arrange(t), this.redraw());
	}
	setSkin(e) {
		this.renderer.skin = e, this.redraw();
	}
	fit(e) {
		this.renderer.fit(e), this.redraw();
	}
	destroy() {
		cancelAnimationFrame(this.frame), this.element.remove();
	}
	drawFrame() {
		this.frame = 0;
		let e = this.sceneAt(this.pointer);
		if (!e) return;
		let t = performance.now();
		this.renderer.draw(e, this.animation, t, this.overlay), this.animation.isActive(t) && this.redraw();
	}
	pointing(e) {
		return {
			event: e,
			spot: this.renderer.spotUnder(e),
			point: this.renderer.pointUnder(e)
		};
	}
	createDragging(e) {
		return new Qe({
			isMovable: (t) => e.isMovable(t),
			pickUp: (t) => (this.sceneAt(null)?.selected !== t && this.choose(t, e), this.sceneAt(null)?.selected === t),
			carry: (t, n, r) => {
				this.animation.hold(t, n), this.hover(r, e), this.canvas.style.cursor = "grabbing", this.redraw();
			},
			putDown: (n, r) => {
				let i = this.sceneAt(null);
				r !== null && i?.selected === n && !t(i.white | i.black | i.placings, r) && this.choose(r, e), this.animation.letGo(performance.now()), this.canvas.style.cursor = "default", this.hover(null, e), this.redraw();
			}
		});
	}
	choose(e, t) {
		e !== null && (this.points.cursor = e, t.choose(e));
	}
	hover(e, t) {
		this.pointer !== e && (this.pointer = e, this.canvas.style.cursor = e !== null && t.isActive(e) ? "pointer" : "default", this.redraw());
	}
	pressKey(e, t) {
		let { points: n } = this;
		if (!(e.ctrlKey || e.metaKey || e.altKey)) {
			if ((e.key === "Enter" || e.key === " ") && (this.isPointed = !1), ne(e.key)) {
				if (this.isPointed && t.leavesArrows) return;
				e.preventDefault(), n.cursor = te(this.layout.board, n.cursor, e.key) ?? n.cursor, n.focus();
			} else e.key === "Escape" && t.escape() && e.stopPropagation();
		}
	}
}, Ot = ["person", "person"], z = ["nobody", "nobody"];
function kt(e, t) {
	return t === 0 ? ["person", e] : [e, "person"];
}
function At(e, t = je()) {
	return {
		controls: e,
		positions: [t],
		moves: [],
		step: null,
		selected: null,
		suggestion: null,
		mills: 0
	};
}
function jt({ positions: e, moves: t }, n) {
	return {
		...At(z),
		positions: e.slice(0, n + 1),
		moves: t.slice(0, n)
	};
}
function Mt(e, t) {
	e.controls = t;
}
function B(e) {
	return e.positions[e.positions.length - 1];
}
function V(e) {
	let { step: t } = e, n = B(e);
	return t ? Re(n, t.origin, t.target) : n;
}
function Nt(e) {
	return e.step ? null : e.moves[e.moves.length - 1] ?? null;
}
function H(e) {
	return j(V(e));
}
function Pt(e) {
	return e.controls[B(e).turn] === "person";
}
function Ft({ controls: e }) {
	return +(e[1] === "person");
}
function U(e) {
	return Pt(e) && !H(e);
}
function It(e) {
	return !Pt(e) && !H(e);
}
function Lt(e) {
	let t = V(e);
	return !U(e) || t.removing ? 0 : e.selected === null ? E(t, t.turn) ? M(t, null) : 0 : M(t, e.selected);
}
function W(e) {
	let { selected: t } = e, n = V(e);
	return t === null || !U(e) || !E(n, n.turn) ? 0 : M(n, null) & ~M(n, t);
}
function Rt(e) {
	let t = V(e);
	return t.removing ? v(T(t, C(t.turn)), t.variant.board) : 0;
}
function zt(e, n) {
	let r = V(e);
	return U(e) && !r.removing && O(r) && t(T(r, r.turn), n) && M(r, n) !== 0;
}
function Bt(e, n) {
	return t(Lt(e) | W(e) | Rt(e), n) || zt(e, n);
}
function Vt(e, n) {
	if (It(e)) return [{
		kind: "wrong",
		complaint: "wait",
		point: n
	}];
	let r = V(e), i = Be(r, e.selected, n);
	return i ? [{
		kind: "wrong",
		complaint: i,
		point: n
	}] : r.removing ? Gt(e, n) : t(T(r, r.turn), n) ? (e.selected = e.selected === n ? null : n, []) : Wt(e, t(W(e), n) ? null : e.selected, n);
}
function Ht(e) {
	let t = e.selected !== null || e.suggestion !== null;
	return e.selected = null, e.suggestion = null, t;
}
function Ut(e) {
	let t = e.step !== null;
	return t && (e.mills = 0), e.step = null, Ht(e) || t;
}
function Wt(e, t, n) {
	return He(B(e), t, n) ? (Ht(e), e.step = {
		origin: t,
		target: n
	}, [Kt(e, t, n)]) : G(e, {
		origin: t,
		target: n,
		captured: null
	});
}
function Gt(e, t) {
	let { step: n } = e;
	return n ? G(e, {
		...n,
		captured: t
	}).filter(({ kind: e }) => e !== "step") : G(e, {
		origin: null,
		target: null,
		captured: t
	});
}
function G(e, t) {
	let { origin: n, target: r, captured: i } = t, a = B(e), o = Ie(a, t), s = [];
	if (r !== null && s.push(Kt(e, n, r)), i !== null) {
		let { turn: t } = a;
		s.push({
			kind: "removal",
			ply: e.moves.length,
			color: t,
			point: i
		});
	}
	Ht(e), e.step = null;
	let c = e.positions, l = e.moves;
	c.push(o), l.push(t);
	let u = j(o);
	return u && s.push({
		kind: "end",
		outcome: u
	}), s;
}
function Kt(e, t, n) {
	let r = B(e), i = r.turn, a = ae(T(Re(r, t, n), i), n, r.variant.board);
	e.mills = a;
	let o = t !== null && D(r, i);
	return {
		kind: "step",
		ply: e.moves.length,
		color: i,
		origin: t,
		target: n,
		flies: o,
		mills: a
	};
}
//#endregion
//#region src/ui/game/scene.ts
function qt(e, n) {
	let r = V(e), i = Lt(e), a = W(e), o = Rt(e), s = H(e), c = n !== null && t(i | a | o, n);
	return {
		white: r.white,
		black: r.black,
		selected: e.selected,
		targets: i,
		marksTargets: e.selected !== null,
		placings: a,
		removalTargets: o,
		mills: e.mills,
		stuck: s?.reason === "blocked" ? T(r, C(s.winner)) : 0,
		lastMove: Nt(e),
		suggestion: e.suggestion,
		hover: c ? n : null
	};
}
//#endregion
//#region src/ui/game/narration.ts
function K(e) {
	return e.positions[0].variant.board;
}
var Jt = (e) => (t) => t === Ft(e) ? "you" : "computer";
function Yt(e, t) {
	let { selected: n } = e, r = V(e), i = n === null ? "" : K(e).names[n];
	return r.removing ? t("hint.take") : t({
		placing: [O(r) ? "hint.placeOrMove" : "hint.place", "hint.moveOrPlace"],
		moving: ["hint.select", "hint.move"],
		flying: ["hint.flySelect", "hint.fly"]
	}[Me(r, r.turn)][n === null ? 0 : 1], { point: i });
}
function Xt(e, t) {
	let n = H(e);
	if (!n) return [];
	if (n.winner === null) return [t("end.draw"), t(`end.draw.${n.reason}`)];
	let r = n.winner === Ft(e) ? "end.win" : "end.loss";
	return [t(r), t(`${r}.${n.reason}`)];
}
function Zt(e, n, r, i = Jt(e)) {
	let a = V(e), o = t(a.white | a.black, n), s = i(+!t(a.white, n)), c = [r(o ? `point.${s}` : "point.empty", { point: K(e).names[n] })];
	e.selected === n ? c.push(r("state.selected")) : zt(e, n) && c.push(r("state.movable")), t(Lt(e), n) && c.push(r("state.target")), t(W(e), n) && c.push(r("state.placing")), t(Rt(e), n) && c.push(r("state.takeable")), !o && Nt(e)?.captured === n && c.push(r("state.captured"));
	let { suggestion: l } = e;
	return l && Object.values(l).includes(n) && c.push(r("state.suggested")), c.join(r("comma"));
}
function Qt(e, t, n, r = Jt(e)) {
	return t.map((t) => $t(e, t, n, r)).join(n("gap"));
}
function $t(e, t, n, r) {
	let { names: i } = K(e);
	if (t.kind === "end") return Xt(e, n).join(n("gap"));
	if (t.kind === "wrong") return n(`wrong.${t.complaint}`, { point: i[t.point] });
	let a = n(r(t.color));
	if (t.kind === "removal") return n("said.remove", {
		who: a,
		point: i[t.point]
	});
	let { origin: o, flies: s, mills: c } = t, l = i[t.target], u = o === null ? n("said.place", {
		who: a,
		target: l
	}) : n(s ? "said.fly" : "said.move", {
		who: a,
		origin: i[o],
		target: l
	});
	return c ? `${u}${n("gap")}${n("said.mill")}` : u;
}
var en = {
	three: {
		placing: {
			margin: 49.7,
			scale: 92.4
		},
		moving: {
			margin: 187.8,
			scale: 165.4
		},
		flying: {
			margin: 277.8,
			scale: 152.9
		}
	},
	five: {
		placing: {
			margin: 49.7,
			scale: 92.4
		},
		moving: {
			margin: 187.8,
			scale: 165.4
		},
		flying: {
			margin: 277.8,
			scale: 152.9
		}
	},
	six: {
		placing: {
			margin: 49.7,
			scale: 92.4
		},
		moving: {
			margin: 187.8,
			scale: 165.4
		},
		flying: {
			margin: 277.8,
			scale: 152.9
		}
	},
	nine: {
		placing: {
			margin: 328.1,
			scale: 71.2
		},
		moving: {
			margin: 375.6,
			scale: 66.4
		},
		flying: {
			margin: 720.1,
			scale: 135.6
		}
	},
	ten: {
		placing: {
			margin: 328.1,
			scale: 71.2
		},
		moving: {
			margin: 375.6,
			scale: 66.4
		},
		flying: {
			margin: 720.1,
			scale: 135.6
		}
	},
	eleven: {
		placing: {
			margin: 163.7,
			scale: 100.7
		},
		moving: {
			margin: 285.6,
			scale: 73.8
		},
		flying: {
			margin: 515.9,
			scale: 85.2
		}
	},
	twelve: {
		placing: {
			margin: 163.7,
			scale: 100.7
		},
		moving: {
			margin: 285.6,
			scale: 73.8
		},
		flying: {
			margin: 515.9,
			scale: 85.2
		}
	},
	lasker: {
		placing: {
			margin: 49.7,
			scale: 92.4
		},
		moving: {
			margin: 187.8,
			scale: 165.4
		},
		flying: {
			margin: 277.8,
			scale: 152.9
		}
	}
}, tn = 50;
function nn(e, t, { name: n } = S) {
	let { margin: r, scale: i } = en[n][t], a = (e) => 1 / (1 + Math.exp(-rn((e - r) / i)));
	return .5 + (a(e) - a(-e)) / 2;
}
function rn(e) {
	return Math.max(-50, Math.min(e, tn));
}
function q(e) {
	return Math.min(Math.max(Math.round(100 * e), 1), 99);
}
var J = {
	beginner: {
		strength: 624,
		discount: .98,
		placing: {
			middle: -1808.7,
			scale: 699.5
		},
		moving: {
			middle: -177.5,
			scale: 671.4
		}
	},
	club: {
		strength: 749,
		discount: .98,
		placing: {
			middle: -1920.2,
			scale: 817.6
		},
		moving: {
			middle: -175.8,
			scale: 864.5
		}
	},
	master: {
		strength: 794,
		discount: .98,
		placing: {
			middle: -1425,
			scale: 683.6
		},
		moving: {
			middle: -3.6,
			scale: 448.8
		}
	}
};
Math.floor(J.club.strength / 100) * 100, an(J.beginner.strength), an(J.club.strength), an(J.master.strength);
function an(e) {
	return Math.round(e / 10) * 10;
}
var on = 50;
function sn(e, t, n) {
	let { discount: r, placing: i, moving: a } = J[e], { middle: o, scale: s } = n ? i : a, c = Math.max(-50, Math.min((t - o) / s, on));
	return .5 + r * .5 / (1 + Math.exp(-c));
}
//#endregion
//#region src/values/chances.ts
function cn(e, t, { whiteInHand: n, blackInHand: r }, i) {
	let { value: a, chance: o, replies: s, holding: c } = e;
	if (!a || a.result === "win") return null;
	if (typeof o == "number") return {
		score: o,
		answers: {
			replies: s ?? 0,
			holding: c ?? 0
		}
	};
	if (a.result !== "draw" || !t || t.result) return null;
	let l = n + r > 2;
	return {
		score: sn(i, t.score, l),
		answers: null
	};
}
function ln({ value: e, chance: t }) {
	return e?.result === "draw" ? t : null;
}
var un = .005;
function dn(e) {
	let t = e.flatMap((e) => ln(e)?.answers ? e.chance?.score ?? [] : []), n = [];
	for (let e of t.sort((e, t) => t - e)) (!n.length || n[0] - e >= un) && n.unshift(e);
	let r = new Set(n.map(q)).size === n.length;
	return (e) => {
		let t = ln(e);
		if (!t?.answers) return t && String(q(t.score));
		let i = n.find((e) => e >= t.score) ?? t.score;
		return r ? String(q(i)) : (100 * i).toFixed(1);
	};
}
function fn(e) {
	let t = dn(e), n = e.flatMap((e) => t(e) ?? []).map(Number), r = Math.min(...n), i = Math.max(...n) - r;
	return (e) => {
		let n = t(e);
		return n === null ? null : i > 0 ? (Number(n) - r) / i : 1;
	};
}
//#endregion
//#region src/core/rules/notation.ts
var pn = class extends Error {
	constructor(e, t = {}) {
		super(`${e} ${JSON.stringify(t)}`), this.key = e, this.params = t, this.name = "NotationError";
	}
};
function mn(e, t = x) {
	let [, n, r, i] = /^(?:([a-z]\d)(?:-([a-z]\d))?)?(?:x([a-z]\d))?$/.exec(e) ?? [];
	if (!n && !i) throw hn(e, t);
	let a = (n) => {
		if (!n) return null;
		let r = t.names.indexOf(n);
		if (r < 0) throw hn(e, t);
		return r;
	};
	return r ? {
		origin: a(n),
		target: a(r),
		captured: a(i)
	} : {
		origin: null,
		target: a(n),
		captured: a(i)
	};
}
function hn(e, t) {
	let n = gn(e, t);
	return n ? new pn("fromConsole", {
		text: e,
		meant: n
	}) : new pn("notAMove", {
		text: jn(e),
		..._n(t)
	});
}
function gn(e, { names: t, rows: n }) {
	if (!/^([A-Z]\d(-?[A-Z]\d)?)?(x[A-Z]\d)?$/.test(e)) return null;
	let r = e.replace(/([A-Z])(\d)/g, (e, t, r) => t.toLowerCase() + String(n + 1 - Number(r))).replace(/(\d)([a-wyz])/, "$1-$2"), i = r.match(/[a-z]\d/g) ?? [];
	return i.length && i.every((e) => t.includes(e)) ? r : null;
}
function _n({ names: e, neighbours: t }) {
	let n = Math.max(0, e.indexOf("a1")), [i = n] = r(t[n]).slice(-1);
	return {
		place: e[i],
		step: `${e[n]}-${e[i]}`,
		other: e[0]
	};
}
function vn(e) {
	return {
		position: je(e),
		pliesSinceRemoval: 0,
		moveNumber: 1
	};
}
vn(S);
var yn = 17, [bn, xn, Sn, Cn, wn, Tn, En] = [
	1,
	2,
	3,
	4,
	5,
	6,
	7
], Dn = 15, On = 16;
function kn(e, t = S) {
	let { parts: n } = t.board, r = e.trim().split(/\s+/), a = (t) => {
		throw new pn("notAFen", {
			text: jn(e.trim()),
			why: t
		});
	};
	r.length < yn && a({
		key: "fen.fields",
		params: { count: r.length }
	}), r[0].replace(/[O@]/g, "*") !== n.map(({ length: e }) => "*".repeat(e)).join("/") && a({
		key: "fen.board",
		params: { parts: n.map(({ length: e }) => e).join(", ") }
	});
	for (let [e, t] of [
		[bn, "wb"],
		[xn, "pmo"],
		[Sn, "psr?"]
	]) r[e].length === 1 && t.includes(r[e]) || a({
		key: "fen.letter",
		params: {
			field: r[e],
			letters: Array.from(t).join(" ")
		}
	});
	let o = r.map((e, t) => t <= Sn || t >= yn ? 0 : (/^-?\d{1,20}$/.test(e) || a({
		key: "fen.number",
		params: { field: e }
	}), Number(e))), s = r[0].replace(/\//g, ""), c = (e) => n.flat().reduce((t, n, r) => t | (s[r] === e ? 1 << n : 0), 0), l = {
		white: c("O"),
		black: c("@"),
		whiteInHand: o[wn],
		blackInHand: o[En],
		turn: r[bn] === "w" ? 0 : 1,
		removing: r[Sn] === "r",
		variant: t
	};
	for (let [e, t] of [[0, Cn], [1, Tn]]) {
		let n = i(T(l, e));
		o[t] !== n && a({
			key: "fen.men",
			params: {
				says: o[t],
				stand: n
			}
		});
	}
	let u = An(l);
	return u && a(u), o[On] < 1 && a({
		key: "fen.moveNumber",
		params: {}
	}), o[Dn] < 0 && a({
		key: "fen.sinceCapture",
		params: {}
	}), {
		position: l,
		pliesSinceRemoval: o[Dn],
		moveNumber: o[On]
	};
}
function An(e) {
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
	let { turn: a, removing: o } = e, s = T(e, C(a)), c = E(e, C(a)), l = E(e, a), u = o && l + c > 0 ? l + 1 : l;
	return n === "first" && u - c !== 0 && u - c !== 1 ? {
		key: "fault.turn",
		params: {}
	} : o && (!se(T(e, a), r) || !s || y(s, c)) ? {
		key: "fault.capture",
		params: {}
	} : null;
}
function jn(e) {
	return e.length <= 120 ? e : `${e.slice(0, 120)}…`;
}
//#endregion
//#region src/values/estimate.ts
var Mn = {
	loss: -1,
	draw: 0,
	win: 1
};
function Nn({ result: e }, { chance: t, opponent_chance: n } = {}) {
	return e === "draw" && typeof t == "number" && typeof n == "number" ? (t + (1 - n)) / 2 : .5 + Mn[e] / 2;
}
function Pn({ value: e, score: t }, n) {
	return e ? Nn(e) : nn(t, Me(n, n.turn), n.variant);
}
//#endregion
//#region src/core/rules/symmetry.ts
var Fn = /* @__PURE__ */ new WeakMap();
function In(e) {
	let t = Fn.get(e);
	if (!t) {
		let n = new Set(e.mills);
		t = [...Bn(e, zn(e), /* @__PURE__ */ new Map())].filter((t) => e.mills.every((e) => n.has(Ln(e, t)))).sort((e, t) => Rn(e, t)), Fn.set(e, t);
	}
	return t;
}
function Ln(e, t) {
	return r(e).reduce((e, n) => e | 1 << t[n], 0);
}
function Rn(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function zn({ points: e, neighbours: t }) {
	let n = /* @__PURE__ */ new Set();
	for (let i of e) {
		let e = [i];
		for (let i of e) n.has(i) || (n.add(i), e.push(...r(t[i])));
	}
	return [...n];
}
function* Bn(e, t, n) {
	if (n.size === t.length) {
		yield e.points.map((e) => n.get(e) ?? e);
		return;
	}
	let r = t[n.size], i = new Set(n.values());
	for (let a of e.points) !i.has(a) && Vn(e, r, a, n) && (yield* Bn(e, t, new Map([...n, [r, a]])));
}
function Vn(e, n, r, a) {
	let [o, s] = [e.neighbours[n], e.neighbours[r]];
	return i(o) === i(s) && e.millsThrough[n].length === e.millsThrough[r].length && [...a].every(([e, n]) => t(o, e) === t(s, n));
}
function Hn(e, t) {
	return Ln(t, e) === t;
}
function Un(e, t, n) {
	let { white: r, black: i, variant: a } = e, o = In(a.board).filter((e) => Hn(e, r) && Hn(e, i)), s = /* @__PURE__ */ new Map();
	for (let e of t) {
		let t = Wn(n(e), o), r = s.get(t);
		r ? r.push(e) : s.set(t, [e]);
	}
	return [...s.values()];
}
function Wn({ origin: e, target: t, captured: n }, r) {
	return r.map((r) => [
		e,
		t,
		n
	].map((e) => e === null ? "-" : r[e]).join()).sort()[0];
}
//#endregion
//#region src/values/ratings.ts
var Y = {
	value: null,
	score: null,
	expected: null,
	source: null,
	chance: null
}, X = 1e6, Gn = 999, Kn = .001;
function qn(e, t, n, r) {
	let i = new Map(t?.moves.map((e) => [e.move, e])), a = new Map(n?.lines.map((e) => [e.move, e]));
	return Un(e, A(e).map((n) => {
		let o = N(n, e.variant.board), s = i.get(o), c = a.get(o);
		return Jn(n, s, c, t, e, s ? cn(s, c, e, r) : null);
	}), ({ move: e }) => e).flatMap(Yn).sort((e, t) => Z(t) - Z(e));
}
function Jn(e, t, n, r, i, a) {
	if (t?.value) return {
		...Y,
		move: e,
		value: t.value,
		source: t.source,
		chance: a
	};
	let o = n?.score ?? null;
	if (r?.value?.result === "loss") return {
		...Y,
		move: e,
		value: {
			result: "loss",
			plies: null
		},
		score: o,
		source: r.source
	};
	if (!n) return {
		...Y,
		move: e
	};
	let { result: s, plies: c, source: l } = n;
	if (s) return {
		...Y,
		move: e,
		value: {
			result: s,
			plies: c
		},
		score: o,
		source: l
	};
	let u = Pn({
		value: null,
		score: n.score
	}, i), d = r?.value?.result === "draw";
	return {
		...Y,
		move: e,
		score: o,
		expected: d ? Math.min(u, .5) : u,
		source: l
	};
}
function Yn(e) {
	let t = e.reduce((e, t) => (Xn(t) - Xn(e) || Z(t) - Z(e)) > 0 ? t : e);
	return e.map(({ move: e }) => ({
		...t,
		move: e
	}));
}
function Xn({ value: e, source: t }) {
	return e ? t === "search" ? 1 : 2 : 0;
}
function Z(e) {
	return Zn(e) + Kn * (e.chance?.score ?? 0);
}
function Zn({ value: e, score: t }) {
	return e?.result === "win" ? X - (e.plies ?? Gn) : e?.result === "loss" ? (e.plies ?? (t ?? 0) / X - 1) - X : e ? 0 : t ?? -2 * X;
}
function Qn({ value: e, expected: t }) {
	return e ? e.result : t === null ? "unknown" : t > .55 ? "win" : t < .45 ? "loss" : "draw";
}
function $n({ value: e, expected: t }, n) {
	return e?.result === "draw" ? "=" : e ? e.plies === null ? e.result === "win" ? "+" : "−" : String(e.plies) : t === null ? "?" : n(q(t));
}
//#endregion
//#region src/ui/rating-marks.ts
function er(e, t) {
	let { step: n, selected: r } = e, i = /* @__PURE__ */ new Map(), a = fn(t), o = dn(t);
	for (let e of t) {
		let t = nr(e.move, n, r);
		if (t === null || i.has(t)) continue;
		let s = ln(e), c = s ? `${s.answers ? "" : "~"}${o(e)}` : "";
		i.set(t, {
			point: t,
			tone: Qn(e),
			text: $n(e, tr),
			shade: a(e),
			detail: c
		});
	}
	return [...i.values()];
}
function tr(e) {
	return `${e}%`;
}
function nr(e, t, n) {
	let { origin: r, target: i, captured: a } = e;
	return i === null ? a : t ? t.origin === r && t.target === i ? a : null : n === null ? r ?? i : r === n ? i : null;
}
//#endregion
//#region src/board/overlay.ts
var rr = {
	win: ["#0069a6", "#ffffff"],
	draw: ["#dcdcdc", "#222222"],
	loss: ["#c04a00", "#ffffff"],
	unknown: ["#4a5058", "#ffffff"]
}, ir = [
	98,
	190,
	138
], ar = [
	220,
	220,
	220
];
function or(e) {
	return `rgb(${ar.map((t, n) => Math.round(t + e * (ir[n] - t))).join(", ")})`;
}
var sr = 15 / 24, cr = 5 / 24, lr = 13 / 24;
function ur(e, t = []) {
	return (n, r) => {
		n.save();
		for (let e of t) mr(n, r, e);
		for (let t of e) fr(n, r, t);
		n.restore();
	};
}
function dr({ tone: e, shade: t }) {
	return typeof t == "number" ? or(t) : rr[e][0];
}
function fr(e, { spots: t, man: n }, r) {
	let { point: i, tone: a, text: o, detail: s } = r, c = t[i], [, l] = rr[a];
	e.fillStyle = "#fffffff0", I(e, c, n - 5), e.fillStyle = dr(r), I(e, c, n - 7), e.fillStyle = l, e.textAlign = "center", e.textBaseline = "middle";
	let u = (t, r, i) => {
		pr(e, t, 2 * (n - 7) - 8, r * n), e.fillText(t, c.x, c.y + .5 + i * n);
	};
	u(o, sr, s ? -.2916666666666667 : 0), s && u(s, lr, cr);
}
function pr(e, t, n, r) {
	let i = (t) => {
		e.font = `700 ${t}px system-ui, sans-serif`;
	};
	i(r);
	let { width: a } = e.measureText(t);
	a > n && i(r * n / a);
}
function mr(e, { spots: t }, n) {
	let { from: r, to: i } = n, a = t[r], o = t[i], s = Math.hypot(o.x - a.x, o.y - a.y), c = (o.x - a.x) / s, l = (o.y - a.y) / s, u = {
		x: o.x - c * 8,
		y: o.y - l * 8
	}, d = {
		x: u.x - c * 18,
		y: u.y - l * 18
	};
	e.strokeStyle = e.fillStyle = dr(n), e.globalAlpha = .9, e.lineWidth = 7, e.lineCap = "round", e.beginPath(), e.moveTo(a.x + c * 10, a.y + l * 10), e.lineTo(d.x, d.y), e.stroke(), e.beginPath(), e.moveTo(u.x, u.y), e.lineTo(d.x - l * 11, d.y + c * 11), e.lineTo(d.x + l * 11, d.y - c * 11), e.fill(), e.globalAlpha = 1;
}
var hr = {
	light: mt,
	dark: {
		...mt,
		drawBoard(e, t) {
			rt(e, t), e.save(), e.globalCompositeOperation = "source-atop", e.fillStyle = "rgba(24, 12, 2, .3)", e.fillRect(0, 0, 520, 520), e.restore();
		}
	},
	contrast: {
		drawBoard(e, t) {
			e.fillStyle = "#000", e.fillRect(0, 0, 520, 520), e.fillStyle = "#fff", e.fillRect(26, 26, 468, 468), e.strokeStyle = e.fillStyle = "#000", e.lineWidth = 4, e.lineCap = "round", ct(e, t);
			for (let n of t.spots) I(e, n, 8);
			e.font = "700 16px system-ui, sans-serif", e.textAlign = "center", e.textBaseline = "middle", e.fillStyle = "#fff";
			for (let { text: n, spot: r } of h(t, 26)) e.fillText(n, r.x, r.y);
		},
		shades: {
			0: [
				"#fff",
				"#fff",
				"#fff",
				"#000",
				"#000"
			],
			1: [
				"#000",
				"#000",
				"#000",
				"#000",
				"#fff"
			]
		},
		outline: "#000"
	}
}, gr = Object.fromEntries(Object.entries(ge).map(([t, n]) => [t, t === "threeSquares" ? x : e(n)])), _r = Object.fromEntries(Object.entries(xe).map(([e, t]) => [e, e === S.name ? S : Se(e, gr[t.board], t)])), vr = Object.keys(xe), yr = { morabaraba: "twelve" };
function br(e) {
	if (e === null) return null;
	let t = vr.find((t) => t === e || t === yr[e]);
	return t ? _r[t] : null;
}
//#endregion
//#region src/widget/bar.ts
var xr = {
	first: "«",
	back: "‹",
	next: "›"
}, Sr = class {
	say;
	sayGame;
	buttons;
	values;
	status;
	constructor(e, t, n, r, i) {
		this.say = t, this.sayGame = n;
		let s = a(e, "div", "merels-widget-bar"), c = (e) => {
			let n = o(s);
			return n.textContent = xr[e], n.title = t(e), n.setAttribute("aria-label", t(e)), n.dataset.step = e, r.add(n, "click", () => i.step(e)), n;
		};
		this.buttons = {
			first: c("first"),
			back: c("back"),
			next: c("next")
		}, this.values = o(s), this.values.textContent = t("values"), r.add(this.values, "click", () => i.toggleValues()), this.status = a(s, "p", "merels-widget-status");
	}
	update(e, { canGo: t, hasValues: n, showsValues: r, drawn: i }) {
		for (let e of Object.keys(xr)) this.buttons[e].disabled = !t[e];
		this.values.hidden = !n, c(this.values, "aria-pressed", String(r)), s(this.status, i ? this.say(`drawn.${i}`) : this.describe(e));
	}
	describe(e) {
		let { say: t, sayGame: n } = this, r = H(e);
		if (r) return r.winner === null ? t(`drawn.${r.reason}`) : t(`won.${r.reason}`, { side: n(w(r.winner)) });
		let { turn: i, whiteInHand: a, blackInHand: o } = V(e), s = [t("turn", { side: n(w(i)) })];
		return U(e) && s.push(Yt(e, n)), a + o && s.push(t("hands", {
			white: a,
			black: o
		})), s.join(" ");
	}
};
//#endregion
//#region src/widget/model.ts
function Cr(e) {
	let t = br(e.get("variant"));
	if (!t) throw RangeError(`"${e.get("variant")}" is not a variant`);
	let { position: n } = kn(e.get("start"), t), r = At(z, n);
	for (let n of e.get("moves")) G(r, mn(n, t.board));
	return jt(r, r.moves.length);
}
var wr = {
	both: Ot,
	white: kt("nobody", 0),
	black: kt("nobody", 1),
	none: z
};
function Tr(e, t) {
	Mt(e, t.get("drawn") ? z : wr[t.get("sides")]);
}
function Er(e) {
	return Ve(e.moves, B(e).variant.board);
}
function Q(e, t) {
	return t.every((t, n) => t === e[n]) ? e.slice(t.length) : null;
}
function Dr(e) {
	return Q(e.get("line"), e.get("moves"))?.[0] ?? null;
}
//#endregion
//#region src/texts/en.ts
var Or = {
	gap: " ",
	name: "Nine Men's Morris",
	description: "Placing +1 / mill +15 / win bonus",
	comma: ", ",
	board: "Board. Arrow keys move along the lines, Enter plays, Escape clears the selection.",
	"level.EASY": "Easy",
	"level.NORMAL": "Normal",
	"level.HARD": "Hard",
	you: "You",
	computer: "Computer",
	white: "White",
	black: "Black",
	"turn.you": "Your turn",
	"turn.computer": "The computer's turn",
	"turn.over": "Game over",
	"phase.placing": "placing",
	"phase.moving": "moving",
	"phase.flying": "flying",
	side: "Side",
	phase: "Phase",
	inHand: "In hand",
	onBoard: "On board",
	captures: "Captures",
	exp: "EXP",
	moves: "Moves",
	noMoves: "No moves yet",
	undo: "Undo",
	hint: "Hint",
	swap: "New game, swap colours",
	rematch: "Rematch",
	look: "View board",
	"hint.place": "Place a man on an empty point.",
	"hint.placeOrMove": "Place a man on an empty point, or choose a man to move.",
	"hint.select": "Choose a man to move.",
	"hint.move": "Choose a blue point for the man on {point}.",
	"hint.moveOrPlace": "Choose a blue point for the man on {point}, or place a new man on another empty point.",
	"hint.flySelect": "You have three men left, so they can fly to any empty point. Choose a man.",
	"hint.fly": "The man on {point} can fly to any empty point.",
	"hint.take": "A mill! Capture one of the men with a red ring.",
	"hint.wait": "The computer is thinking …",
	"hint.paused": "Paused",
	"hint.suggestion": "Try {move} (green rings).",
	"hint.searching": "Looking for a move …",
	"hint.repeat": "This position has occurred {count} times. Repetition is not a draw here.",
	"hint.error": "Something went wrong ({message}). You can keep playing.",
	"wrong.wait": "It is the computer's turn. Please wait.",
	"wrong.game over": "The game is over. Press Rematch to play again.",
	"wrong.take an enemy man": "First capture one of the men with a red ring.",
	"wrong.protected": "The man on {point} is protected by a mill.",
	"wrong.occupied": "{point} is occupied.",
	"wrong.enemy man": "The man on {point} is not yours.",
	"wrong.choose a man first": "Choose one of your men first.",
	"wrong.blocked man": "The man on {point} is blocked: there is no empty point next to it.",
	"wrong.not adjacent": "{point} is too far away: a man moves one step along a line.",
	"said.place": "{who}: placed a man on {target}.",
	"said.move": "{who}: moved from {origin} to {target}.",
	"said.fly": "{who}: flew from {origin} to {target}.",
	"said.mill": "Mill.",
	"said.remove": "{who}: captured the man on {point}.",
	"said.undone": "Move taken back.",
	"said.newGame": "New game. You are {color}.",
	"end.win": "You win!",
	"end.loss": "You lose",
	"end.win.too few men": "The computer has only two men left.",
	"end.win.blocked": "The computer has no legal move.",
	"end.loss.too few men": "You have only two men left.",
	"end.loss.blocked": "You have no legal move.",
	"end.draw": "Draw",
	"end.draw.full board": "The board is full.",
	"end.score": "Score {score} ({own} to {enemy})",
	"end.exp": "EXP earned: {exp}",
	"point.empty": "{point}, empty",
	"point.you": "{point}, your man",
	"point.computer": "{point}, the computer's man",
	"point.white": "{point}, white man",
	"point.black": "{point}, black man",
	"state.selected": "selected",
	"state.target": "a man can go here",
	"state.placing": "a new man can be placed here",
	"state.takeable": "can be captured",
	"state.movable": "can move",
	"state.captured": "a man was just captured here",
	"state.suggested": "suggested"
}, kr = {
	turn: "{side} to move.",
	"won.too few men": "{side} wins: the opponent has two men left.",
	"won.blocked": "{side} wins: the opponent cannot move.",
	"drawn.full board": "Draw: the board is full.",
	"drawn.repetition": "Draw: the position has occurred three times.",
	"drawn.no removal for too long": "Draw: no man has been captured for too long.",
	hands: "In hand: White {white}, Black {black}.",
	first: "First position",
	back: "Back",
	next: "Forward",
	values: "Values"
}, Ar = {
	gap: "",
	name: "ナイン・メンズ・モリス",
	description: "配置+1 / ミル+15 / 勝利ボーナス",
	comma: "、",
	board: "盤。矢印キーで線に沿って移動、Enterで決定、Escapeで選択解除。",
	"level.EASY": "やさしい",
	"level.NORMAL": "ふつう",
	"level.HARD": "むずかしい",
	you: "あなた",
	computer: "コンピューター",
	white: "白",
	black: "黒",
	"turn.you": "あなたの手番です",
	"turn.computer": "コンピューターの手番です",
	"turn.over": "対局終了",
	"phase.placing": "配置",
	"phase.moving": "移動",
	"phase.flying": "飛行",
	side: "対局者",
	phase: "段階",
	inHand: "手駒",
	onBoard: "盤上",
	captures: "取った駒",
	exp: "EXP",
	moves: "棋譜",
	noMoves: "まだ指し手はありません",
	undo: "一手戻す",
	hint: "ヒント",
	swap: "先後を入れ替えて新規対局",
	rematch: "もう一局",
	look: "盤を見る",
	"hint.place": "空いている点に駒を置いてください。",
	"hint.placeOrMove": "空いている点に駒を置くか、動かす駒を選んでください。",
	"hint.select": "動かす駒を選んでください。",
	"hint.move": "{point} の駒の移動先（青い点）を選んでください。",
	"hint.moveOrPlace": "{point} の駒の移動先（青い点）を選ぶか、ほかの空いている点に新しい駒を置いてください。",
	"hint.flySelect": "駒が残り3個なので、空いている点ならどこへでも飛べます。動かす駒を選んでください。",
	"hint.fly": "{point} の駒は、空いている点ならどこへでも飛べます。",
	"hint.take": "ミル成立！ 赤い輪の駒を1個取ってください。",
	"hint.wait": "コンピューターが考えています…",
	"hint.paused": "一時停止中",
	"hint.suggestion": "おすすめ: {move}（緑の輪）",
	"hint.searching": "手を探しています…",
	"hint.repeat": "同じ局面はこれで{count}回目です（引き分けにはなりません）。",
	"hint.error": "エラーが発生しました（{message}）。対局は続けられます。",
	"wrong.wait": "コンピューターの手番です。お待ちください。",
	"wrong.game over": "対局は終わっています。「もう一局」で再戦できます。",
	"wrong.take an enemy man": "先に、赤い輪の相手の駒を1個取ってください。",
	"wrong.protected": "{point} の駒はミルになっているので取れません。",
	"wrong.occupied": "{point} には駒があります。",
	"wrong.enemy man": "{point} にあるのは相手の駒です。",
	"wrong.choose a man first": "先に自分の駒を選んでください。",
	"wrong.blocked man": "{point} の駒は、隣に空いている点がないので動かせません。",
	"wrong.not adjacent": "{point} は隣の点ではありません。駒は線に沿って隣の点へ動かします。",
	"said.place": "{who}: {target} に置きました。",
	"said.move": "{who}: {origin} から {target} へ動かしました。",
	"said.fly": "{who}: {origin} から {target} へ飛びました。",
	"said.mill": "ミルができました。",
	"said.remove": "{who}: {point} の駒を取りました。",
	"said.undone": "手を戻しました。",
	"said.newGame": "新しい対局です。あなたは{color}です。",
	"end.win": "あなたの勝ち！",
	"end.loss": "あなたの負け",
	"end.win.too few men": "コンピューターの駒が2個になりました。",
	"end.win.blocked": "コンピューターはどの駒も動かせません。",
	"end.loss.too few men": "あなたの駒が2個になりました。",
	"end.loss.blocked": "あなたはどの駒も動かせません。",
	"end.draw": "引き分け",
	"end.draw.full board": "盤がすべて埋まりました。",
	"end.score": "スコア {score}（{own} 対 {enemy}）",
	"end.exp": "獲得 EXP {exp}",
	"point.empty": "{point}、空き",
	"point.you": "{point}、あなたの駒",
	"point.computer": "{point}、コンピューターの駒",
	"point.white": "{point}、白の駒",
	"point.black": "{point}、黒の駒",
	"state.selected": "選択中",
	"state.target": "置けます",
	"state.placing": "新しい駒を置けます",
	"state.takeable": "取れます",
	"state.movable": "動かせます",
	"state.captured": "直前に駒が取られた点",
	"state.suggested": "おすすめ"
}, jr = {
	turn: "{side}の手番です。",
	"won.too few men": "{side}の勝ち：相手の駒が2個になりました。",
	"won.blocked": "{side}の勝ち：相手はどの駒も動かせません。",
	"drawn.full board": "引き分け：盤がすべて埋まりました。",
	"drawn.repetition": "引き分け：同じ局面が3回現れました。",
	"drawn.no removal for too long": "引き分け：駒を取らない手が続きました。",
	hands: "手駒: 白{white}、黒{black}。",
	first: "最初の局面",
	back: "一手戻す",
	next: "一手進める",
	values: "評価"
};
//#endregion
//#region src/texts/keys.ts
function Mr(e, t, n = String) {
	return e.replace(/\{(\w+)\}/g, (e, r) => n(t[r] ?? e));
}
var Nr = Object.keys({
	en: "English",
	de: "Deutsch",
	es: "Español",
	fr: "Français",
	it: "Italiano",
	hu: "Magyar",
	ru: "Русский",
	ja: "日本語",
	zh: "简体中文"
});
function Pr({ language: e, texts: t }, n) {
	let r = {
		...t.common,
		...t[n]
	};
	return (t, n = {}) => Fr(r[t], e, n);
}
function Fr(e, t, n) {
	return Mr(typeof e == "string" ? e : Lr(e, t, Number(n[e.by])), n, (e) => Ir(e, t));
}
function Ir(e, t) {
	return typeof e == "number" ? zr(t).format(e) : e.replace(/^(\d+)\.(\d+)$/, `$1${Br(t)}$2`);
}
function Lr(e, t, n) {
	return n === 1 && e["=1"] !== void 0 ? e["=1"] : e[Rr(t).select(n)] ?? e.other;
}
var Rr = $((e) => new Intl.PluralRules(e)), zr = $((e) => new Intl.NumberFormat(e, { useGrouping: "min2" })), Br = $((e) => zr(e).formatToParts(.5)[1].value);
function $(e) {
	let t = /* @__PURE__ */ new Map();
	return (n) => {
		let r = t.get(n) ?? e(n);
		return t.set(n, r), r;
	};
}
function Vr(e) {
	for (let t of e) {
		let e = Nr.find((e) => e === t.toLowerCase().split("-", 1)[0]);
		if (e) return e;
	}
	return "en";
}
//#endregion
//#region src/widget/widget.ts
var Hr = [
	"variant",
	"start",
	"moves",
	"line",
	"values",
	"sides",
	"drawn",
	"theme",
	"size"
], Ur = {
	language: "en",
	texts: {
		board: Or,
		widget: kr
	}
}, Wr = {
	language: "ja",
	texts: {
		board: Ar,
		widget: jr
	}
}, Gr = class {
	model;
	speech = Vr(navigator.languages) === "ja" ? Wr : Ur;
	sayGame = Pr(this.speech, "board");
	listeners = new l((e) => e);
	element;
	board;
	bar;
	announcer;
	observer;
	session;
	showsValues = !0;
	follow = () => this.update();
	constructor(e, t) {
		this.model = e, this.session = Cr(e), this.element = a(t, "div", "merels-widget");
		let { board: n } = B(this.session).variant;
		this.board = new Dt(this.element, (e) => qt(this.session, e), (e) => e(), n), this.board.listen(this.listeners, {
			choose: (e) => this.choose(e),
			isActive: (e) => Bt(this.session, e),
			isMovable: (e) => zt(this.session, e),
			escape: () => this.escape()
		}), this.bar = new Sr(this.element, Pr(this.speech, "widget"), this.sayGame, this.listeners, {
			step: (e) => this.step(e),
			toggleValues: () => {
				this.showsValues = !this.showsValues, this.show();
			}
		}), this.announcer = new ie(this.element), this.observer = new ResizeObserver(() => this.board.fit(this.board.canvas.clientWidth)), this.observer.observe(this.board.canvas);
		for (let t of Hr) e.on(`change:${t}`, this.follow);
		this.show();
	}
	destroy() {
		for (let e of Hr) this.model.off(`change:${e}`, this.follow);
		this.observer.disconnect(), this.listeners.removeAll(), this.board.destroy(), this.element.remove();
	}
	choose(e) {
		let t = this.session.moves.length;
		this.tell(Vt(this.session, e)), this.session.moves.length > t ? this.share(Er(this.session)) : this.show();
	}
	step(e) {
		let t = this.model.get("moves");
		if (e === "next") {
			let e = Dr(this.model);
			e !== null && this.share([...t, e]);
		} else this.share(e === "first" ? [] : t.slice(0, -1));
	}
	share(e) {
		this.model.set("moves", e), Q(this.model.get("line"), e) || this.model.set("line", e), this.model.save_changes();
	}
	update() {
		let { model: e, session: t } = this, n = e.get("moves"), r = this.isSameGame() ? Q(n, Er(t)) : null;
		if (r) {
			let { board: e } = B(t).variant;
			for (let n of r) this.tell(G(t, mn(n, e)));
		} else this.session = Cr(e), this.board.settle(), this.board.setGeometry(B(this.session).variant.board);
		this.show();
	}
	isSameGame() {
		let [e] = this.session.positions, { variant: t } = e;
		return br(this.model.get("variant")) === t && Ne(e, kn(this.model.get("start"), t).position);
	}
	show() {
		let { model: e, session: t, sayGame: n } = this;
		Tr(t, e), this.element.style.width = `${e.get("size")}px`, this.board.setSkin(hr[qr(e)]);
		let r = e.get("values"), i = r.ply === t.moves.length && r.moves.length > 0, a = qn(B(t), Kr(r), null, "club").filter(({ value: e }) => e !== null);
		this.board.overlay = i && this.showsValues ? ur(er(t, a)) : null;
		let o = this.board.layout.board.points.map((e) => Zt(t, e, n, w));
		this.board.points.update(n("board"), o, t.selected);
		let s = t.moves.length > 0, c = {
			first: s,
			back: s,
			next: Dr(e) !== null
		};
		this.bar.update(t, {
			canGo: c,
			hasValues: i,
			showsValues: this.showsValues,
			drawn: e.get("drawn")
		}), this.board.redraw();
	}
	tell(e) {
		this.board.animate(e);
		let t = e.filter(({ kind: e }) => e !== "end");
		t.length && this.announcer.say(Qt(this.session, t, this.sayGame, w));
	}
	escape() {
		let e = Ut(this.session);
		return e && this.show(), e;
	}
};
function Kr({ moves: e }) {
	return {
		variant: "",
		fen: "",
		source: null,
		value: null,
		moves: e.map((e) => ({
			...e,
			fen: "",
			source: null
		}))
	};
}
function qr(e) {
	let t = e.get("theme");
	return t === "high-contrast" ? "contrast" : t === "auto" ? matchMedia("(prefers-contrast: more)").matches ? "contrast" : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light" : t;
}
function Jr({ model: e, el: t }) {
	let n = new Gr(e, t);
	return () => n.destroy();
}
function Yr(e, t) {
	let n = { ...t }, r = /* @__PURE__ */ new Map(), i = /* @__PURE__ */ new Set(), a = {
		get: (e) => n[e],
		set: (e, t) => {
			Object.assign(n, { [e]: t }), i.add(e);
		},
		save_changes: () => {
			let e = n.moves.length, o = Q(t.line, n.moves) !== null;
			a.set("values", {
				ply: e,
				moves: o ? t.along[e] ?? [] : []
			});
			let s = [...i];
			i.clear();
			for (let e of s) r.get(`change:${e}`)?.();
		},
		on: (e, t) => r.set(e, t),
		off: (e) => r.delete(e)
	};
	return Jr({
		model: a,
		el: e
	});
}
var Xr = { render: Jr };
//#endregion
export { Xr as default, Yr as embed, Jr as render };
