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
//#region src/rules/moves.ts
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
//#region src/rules/variant.ts
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
//#region src/rules/nine.ts
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
	return E(e, t) ? "placing" : Ne(e, t) ? "flying" : "moving";
}
function Ne(e, t) {
	return le(T(e, t), E(e, t), e.variant.flying);
}
function Pe({ variant: e, turn: t, whiteInHand: n, blackInHand: r }) {
	return e.placing === "any-turn" || (t === 0 ? n : r) === 0;
}
function Fe(e, t) {
	return e.white === t.white && e.black === t.black && e.whiteInHand === t.whiteInHand && e.blackInHand === t.blackInHand && e.turn === t.turn && e.removing === t.removing && e.variant === t.variant;
}
function D(e) {
	let t = e.turn, n = C(t);
	return {
		own: T(e, t),
		enemy: T(e, n),
		ownInHand: E(e, t),
		enemyInHand: E(e, n)
	};
}
function Ie(e) {
	let t = D(e);
	return e.removing ? fe(t.enemy, e.variant.board) : de(t, e.variant);
}
function Le(e, t) {
	return e.origin === t.origin && e.target === t.target && e.captured === t.captured;
}
function Re(e, t) {
	return Ie(e).some((e) => Le(e, t));
}
function ze(e, t) {
	if (!Re(e, t)) {
		let { variant: n, ...r } = e;
		throw RangeError(`"${A(t, n.board)}" is not legal in ${JSON.stringify(r)}`);
	}
	return Be(e, t);
}
function Be(e, t) {
	let n = C(e.turn);
	return He(e, ue(D(e), t), n, !1);
}
function Ve(e, t, n) {
	let r = D(e), i = b(r.own, t, n), a = r.ownInHand - +(t === null);
	return He(e, {
		...r,
		own: i,
		ownInHand: a
	}, e.turn, !0);
}
function He(e, t, n, r) {
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
function O(e) {
	for (let t of [e.turn, C(e.turn)]) if (y(T(e, t), E(e, t))) return {
		winner: C(t),
		reason: "too few men"
	};
	if (Ie(e).length) return null;
	let { variant: t, white: n, black: r, turn: i } = e;
	return (n | r) === t.board.full && t.fullBoard === "draw" ? {
		winner: null,
		reason: "full board"
	} : {
		winner: C(i),
		reason: "blocked"
	};
}
function Ue(e, n, r) {
	if (O(e)) return "game over";
	let { own: i, enemy: a, ownInHand: o } = D(e);
	if (e.removing) return t(a, r) ? t(v(a, e.variant.board), r) ? null : "protected" : "take an enemy man";
	let s = !t(i | a, r);
	return Pe(e) ? t(i, r) ? r === n || k(e, r) ? null : "blocked man" : o && s ? null : n === null ? s ? "choose a man first" : "enemy man" : s ? t(k(e, n), r) ? null : "not adjacent" : "occupied" : s ? null : "occupied";
}
function k(e, t) {
	let { board: n } = e.variant, r = n.full & ~(e.white | e.black);
	return t === null || Ne(e, e.turn) ? r : r & n.neighbours[t];
}
function A({ origin: e, target: t, captured: n }, { names: r } = x) {
	return [e, t].flatMap((e) => e === null ? [] : r[e]).join("-") + (n === null ? "" : `x${r[n]}`);
}
function We(e, t) {
	return e.map((e) => A(e, t));
}
function Ge(e, t, n) {
	let { own: r, enemy: i } = D(e);
	return i !== 0 && oe(b(r, t, n), n, e.variant.board);
}
//#endregion
//#region src/board/animation.ts
var Ke = 240, qe = 380, Je = 200, Ye = 320, Xe = 600, Ze = .6, Qe = class {
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
		this.held = null, !$e() && this.motions.push({
			kind: "arrival",
			from: n,
			to: t,
			lift: Ze,
			begin: e,
			end: e + Ke
		});
	}
	show(e, t) {
		let { held: n } = this;
		if (e.some((e) => e.kind === "step" && e.origin === n?.point) && (this.held = null), $e()) return;
		let r = t;
		for (let t of e) if (t.kind === "step") {
			let { origin: e, target: i, flies: a, mills: o } = t, s = e !== null && e === n?.point, c = s ? n.spot : e === null ? null : this.layout.spots[e], l = r + (e === null ? Je : a && !s ? qe : Ke);
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
				end: l + Xe
			}), r = l;
		} else if (t.kind === "removal") {
			let { color: e, point: n } = t, i = C(e);
			this.motions.push({
				kind: "departure",
				color: i,
				at: n,
				begin: r,
				end: r + Ye
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
			lift: Ze,
			alpha: 1
		};
		let n = this.layout.spots[e], r = this.motions.find((t) => t.kind === "arrival" && t.to === e);
		if (!r) return {
			...n,
			lift: 0,
			alpha: 1
		};
		let i = j(r, t);
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
			let { x: n, y: r } = this.layout.spots[t.at], i = j(t, e);
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
		return t ? j(t, e) : 1;
	}
};
function j({ begin: e, end: t }, n) {
	return 1 - (1 - Math.min(1, Math.max(0, (n - e) / (t - e)))) ** 3;
}
function $e() {
	return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
//#endregion
//#region src/board/dragging.ts
var et = 6, tt = class {
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
				if (Math.hypot(e.clientX - r.x, e.clientY - r.y) < et) return;
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
}, M = 24, nt = 18, rt = 46, it = "#4b2a10", at = "rgba(255, 236, 200, .55)";
function ot(e, t) {
	e.clearRect(0, 0, 520, 520), st(e), ct(e), ut(e, t), ft(e, t);
}
function st(e) {
	let t = e.createLinearGradient(0, 0, 520, 520);
	t.addColorStop(0, "#8f5a2b"), t.addColorStop(.5, "#6d3f1a"), t.addColorStop(1, "#4c2a10"), e.fillStyle = t, P(e, 0, nt);
}
function ct(e) {
	e.save();
	let t = e.createLinearGradient(0, 0, 208, 520);
	t.addColorStop(0, "#e3b777"), t.addColorStop(.5, "#d3a05c"), t.addColorStop(1, "#c08a47"), e.fillStyle = t, P(e, M, 10), e.clip(), lt(e), e.strokeStyle = "rgba(60, 30, 8, .55)", e.lineWidth = 4, e.stroke(), e.restore();
}
function lt(e) {
	e.save();
	for (let t = 0; t < rt; t++) {
		let n = (t + .5) * (520 / rt) + 5 * Math.sin(t * 2.7), r = 3 + 3 * Math.sin(t * 1.3), i = .05 + .05 * Math.abs(Math.sin(t * 4.1));
		e.beginPath();
		for (let i = 0; i <= 520; i += 20) {
			let a = n + r * Math.sin(i / 95 + t * .55) + 2 * Math.sin(i / 31 + t);
			e.lineTo(i, a);
		}
		e.strokeStyle = `rgba(95, 52, 14, ${i})`, e.lineWidth = 1 + 1.6 * Math.abs(Math.sin(t * 3.3)), e.stroke();
	}
	e.restore(), P(e, M, 10, !1);
}
function ut(e, t) {
	e.lineCap = "round";
	for (let [n, r, i] of [[
		1.4,
		at,
		4
	], [
		0,
		it,
		4
	]]) {
		e.strokeStyle = r, e.lineWidth = i, dt(e, t, n), e.fillStyle = r;
		for (let { x: r, y: i } of t.spots) N(e, {
			x: r + n,
			y: i + n
		}, 7);
	}
}
function dt(e, t, n = 0) {
	e.beginPath();
	for (let [r, ...i] of g(t)) {
		e.moveTo(r.x + n, r.y + n);
		for (let { x: t, y: r } of i) e.lineTo(t + n, r + n);
	}
	e.stroke();
}
function ft(e, t) {
	e.font = "600 14px system-ui, sans-serif", e.textAlign = "center", e.textBaseline = "middle", e.fillStyle = "#f3d9ad";
	for (let { text: n, spot: r } of h(t, M)) e.fillText(n, r.x, r.y);
}
function N(e, t, n) {
	e.beginPath(), e.arc(t.x, t.y, n, 0, 2 * Math.PI), e.fill();
}
function P(e, t, n, r = !0) {
	let i = t, a = 520 - t;
	e.beginPath(), e.moveTo(i + n, i), e.arcTo(a, i, a, a, n), e.arcTo(a, a, i, a, n), e.arcTo(i, a, i, i, n), e.arcTo(i, i, a, i, n), e.closePath(), r && e.fill();
}
//#endregion
//#region src/board/drawing.ts
var pt = "#ffc928", mt = "#1f7bf2", ht = "#e3202c", F = "#12a150", I = {
	drawBoard: ot,
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
function gt(e, t, n, i, a, o) {
	vt(e, t, i.mills, a.glow(o)), yt(e, t, i);
	for (let [s, c] of [[0, i.white], [1, i.black]]) for (let i of r(c)) i !== a.heldPoint && z(e, t.man, s, n, a.sprite(i, o));
	for (let r of a.ghosts(o)) z(e, t.man, r.color, n, r);
	bt(e, t, i, a, o);
}
function _t(e, n, r, { white: i, black: a }, o, s) {
	let c = o.heldPoint;
	c !== null && t(i | a, c) && z(e, n.man, +!t(i, c), r, o.sprite(c, s));
}
function vt(e, { board: t, spots: n, man: r }, i, a) {
	e.save(), e.lineCap = "round";
	for (let [o, s] of t.mills.entries()) {
		if (!i || (i & s) !== s) continue;
		let [c, , l] = t.lines[o].map((e) => n[e]);
		for (let t = 2 * r + 18; t > 2; t -= 4) e.globalAlpha = a * (t > 6 ? .15 : .8), e.lineWidth = t, e.strokeStyle = t > 18 ? "#ffe27a" : "#fff7cf", e.beginPath(), e.moveTo(c.x, c.y), e.lineTo(l.x, l.y), e.stroke();
	}
	e.restore();
}
function yt(e, { spots: n, man: r }, { lastMove: i, white: a, black: o }) {
	if (!i) return;
	let { origin: s, captured: c } = i;
	s !== null && !t(a | o, s) && (e.setLineDash([5, 5]), R(e, n[s], r * 2 / 3, 2.5, "rgba(75, 42, 16, .8)"), e.setLineDash([])), c !== null && !t(a | o, c) && wt(e, n[c], r);
}
function bt(e, n, i, a, o) {
	let { lastMove: s, suggestion: c, selected: l, hover: u } = i, { spots: d, man: f } = n;
	if (s !== null && s.target !== null) {
		let { x: n, y: r } = a.sprite(s.target, o);
		e.fillStyle = t(i.white, s.target) ? "#7a5a26" : "#d8c9b4", N(e, {
			x: n,
			y: r
		}, f / 6);
	}
	if (i.marksTargets) for (let t of r(i.targets)) xt(e, d[t], f / 24);
	c && Ct(e, n, c), l !== null && L(e, d[l], f, pt, 5);
	for (let t of r(i.removalTargets)) L(e, d[t], f, ht, 4.5);
	for (let t of r(i.stuck)) wt(e, d[t], f);
	u !== null && St(e, n, i, u);
}
function xt(e, t, n) {
	e.fillStyle = "rgba(255, 255, 255, .9)", N(e, t, 11 * n), e.fillStyle = mt, N(e, t, 8.5 * n);
}
function St(e, { spots: n, man: r }, { removalTargets: i }, a) {
	let o = n[a], s = t(i, a), [c, l] = s ? ["rgba(255, 70, 80, .25)", "rgba(227, 32, 44, .6)"] : ["rgba(150, 208, 255, .95)", "rgba(31, 123, 242, .6)"], u = e.createRadialGradient(o.x, o.y, 4, o.x, o.y, r);
	u.addColorStop(0, c), u.addColorStop(1, l), e.fillStyle = u, N(e, o, r + 2), s || L(e, o, r, mt, 3.5);
}
function Ct(e, { spots: t, man: n }, { origin: r, target: i, captured: a }) {
	if (e.save(), e.setLineDash([9, 6]), r !== null && i !== null) {
		let a = t[r], o = t[i];
		e.strokeStyle = F, e.lineWidth = 5, e.beginPath(), e.moveTo(a.x, a.y), e.lineTo(o.x, o.y), e.stroke(), R(e, a, n + 4, 4, F);
	}
	for (let r of [i, a]) r !== null && R(e, t[r], n + 4, 5, F);
	e.restore();
}
function L(e, t, n, r, i) {
	R(e, t, n + 3, i + 3, "rgba(35, 16, 4, .7)"), R(e, t, n + 3, i, r);
}
function wt(e, { x: t, y: n }, r) {
	let i = r * .4;
	for (let [r, a] of [[8, "#fff"], [4.5, ht]]) e.lineWidth = r, e.strokeStyle = a, e.lineCap = "round", e.beginPath(), e.moveTo(t - i, n - i), e.lineTo(t + i, n + i), e.moveTo(t + i, n - i), e.lineTo(t - i, n + i), e.stroke();
}
function R(e, { x: t, y: n }, r, i, a) {
	e.lineWidth = i, e.strokeStyle = a, e.beginPath(), e.arc(t, n, r, 0, 2 * Math.PI), e.stroke();
}
function z(e, t, n, { shades: r, outline: i }, { x: a, y: o, lift: s, alpha: c }) {
	let [l, u, d, f, p] = r[n], m = t * (1 + .18 * s), h = 12 * s, g = {
		x: a,
		y: o - h
	};
	e.save(), e.globalAlpha = c, e.fillStyle = "rgba(30, 14, 2, .22)", N(e, {
		x: a + 3 + h / 2,
		y: o + 5 + h / 2
	}, m + 2), N(e, {
		x: a + 2 + h / 2,
		y: o + 3 + h / 2
	}, m + .5), e.fillStyle = f, N(e, {
		x: g.x,
		y: g.y + 1.5
	}, m);
	let _ = e.createRadialGradient(g.x - m * .35, g.y - m * .4, m * .1, g.x, g.y, m);
	_.addColorStop(0, l), _.addColorStop(.55, u), _.addColorStop(1, d), e.fillStyle = _, N(e, g, m - .8), R(e, g, m * .66, 2, p), R(e, g, m * .36, 1.6, p), i && R(e, g, m - 1, 3, i), e.beginPath(), e.arc(g.x, g.y, m * .86, Math.PI * 1.05, Math.PI * 1.6), e.lineWidth = 2, e.lineCap = "round", e.strokeStyle = n === 0 ? "rgba(255, 255, 255, .95)" : "rgba(255, 255, 255, .45)", e.stroke(), e.restore();
}
//#endregion
//#region src/board/BoardRenderer.ts
var Tt = class {
	constructor(e, t, n) {
		this.canvas = e, this.skin = t, this.layout = n, this.background = document.createElement("canvas"), this.backgroundSkin = null, this.backgroundLayout = null, this.magnification = 1;
		let r = e.getContext("2d");
		if (!r) throw Error("this browser cannot draw on a canvas");
		this.context = r, this.fitDensity();
	}
	draw(e, t, n, r) {
		let { canvas: i, context: a, skin: o, layout: s } = this;
		this.fitDensity(), a.setTransform(1, 0, 0, 1, 0, 0), a.clearRect(0, 0, i.width, i.height), a.drawImage(this.background, 0, 0), a.scale(i.width / 520, i.height / 520), gt(a, s, o, e, t, n), r?.(a, s, n), _t(a, s, o, e, t, n);
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
}, Et = class {
	constructor(e, t, n, r, i = I) {
		this.sceneAt = t, this.guard = n, this.pointer = null, this.overlay = null, this.dragging = null, this.isPointed = !1, this.frame = 0;
		let o = m(r);
		this.element = a(e, "div", "nmm-board"), this.canvas = a(this.element, "canvas"), this.canvas.tabIndex = -1, this.canvas.setAttribute("aria-hidden", "true"), this.animation = new Qe(o), this.renderer = new Tt(this.canvas, i, o), this.points = new re(this.element, o);
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
	lay(e) {
		let t = m(e);
		t !== this.layout && (this.settle(), this.pointer = null, this.overlay = null, this.animation.layout = t, this.renderer.layout = t, this.points.arrange(t), this.redraw());
	}
	wear(e) {
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
		return new tt({
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
};
//#endregion
//#region src/game/session.ts
function Dt(e, t, n = 0, r = je()) {
	return {
		level: e,
		seed: t,
		human: n,
		positions: [r],
		moves: [],
		step: null,
		selected: null,
		suggestion: null,
		mills: 0
	};
}
function B(e) {
	return e.positions[e.positions.length - 1];
}
function V(e) {
	let { step: t } = e, n = B(e);
	return t ? Ve(n, t.origin, t.target) : n;
}
function Ot(e) {
	return e.step ? null : e.moves[e.moves.length - 1] ?? null;
}
function H(e) {
	return O(V(e));
}
function U(e) {
	return B(e).turn === e.human && H(e) === null;
}
function kt(e) {
	return B(e).turn !== e.human && H(e) === null;
}
function W(e) {
	let t = V(e);
	return !U(e) || t.removing ? 0 : e.selected === null ? E(t, e.human) ? k(t, null) : 0 : k(t, e.selected);
}
function G(e) {
	let { selected: t } = e, n = V(e);
	return t === null || !U(e) || !E(n, e.human) ? 0 : k(n, null) & ~k(n, t);
}
function K(e) {
	let t = V(e);
	return t.removing ? v(T(t, C(t.turn)), t.variant.board) : 0;
}
function At(e, n) {
	let r = V(e);
	return U(e) && !r.removing && Pe(r) && t(T(r, e.human), n) && k(r, n) !== 0;
}
function jt(e, n) {
	return t(W(e) | G(e) | K(e), n) || At(e, n);
}
function Mt(e, n) {
	if (kt(e)) return [{
		kind: "wrong",
		complaint: "wait",
		point: n
	}];
	let r = V(e), i = Ue(r, e.selected, n);
	return i ? [{
		kind: "wrong",
		complaint: i,
		point: n
	}] : r.removing ? Ft(e, n) : t(T(r, r.turn), n) ? (e.selected = e.selected === n ? null : n, []) : Pt(e, t(G(e), n) ? null : e.selected, n);
}
function Nt(e) {
	let t = e.selected !== null || e.suggestion !== null;
	return e.selected = null, e.suggestion = null, t;
}
function Pt(e, t, n) {
	return Ge(B(e), t, n) ? (Nt(e), e.step = {
		origin: t,
		target: n
	}, [It(e, t, n)]) : q(e, {
		origin: t,
		target: n,
		captured: null
	});
}
function Ft(e, t) {
	let { step: n } = e;
	return n ? q(e, {
		...n,
		captured: t
	}).filter(({ kind: e }) => e !== "step") : q(e, {
		origin: null,
		target: null,
		captured: t
	});
}
function q(e, t) {
	let { origin: n, target: r, captured: i } = t, a = B(e), o = ze(a, t), s = [];
	if (r !== null && s.push(It(e, n, r)), i !== null) {
		let { turn: t } = a;
		s.push({
			kind: "removal",
			ply: e.moves.length,
			color: t,
			point: i
		});
	}
	Nt(e), e.step = null, e.positions.push(o), e.moves.push(t);
	let c = O(o);
	return c && s.push({
		kind: "end",
		outcome: c
	}), s;
}
function It(e, t, n) {
	let r = B(e), i = r.turn, a = ae(T(Ve(r, t, n), i), n, r.variant.board);
	e.mills = a;
	let o = t !== null && Ne(r, i);
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
//#region src/board/scene.ts
function Lt(e, n) {
	let r = V(e), i = W(e), a = G(e), o = K(e), s = H(e), c = n !== null && t(i | a | o, n);
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
		lastMove: Ot(e),
		suggestion: e.suggestion,
		hover: c ? n : null
	};
}
//#endregion
//#region src/game/narration.ts
function Rt(e) {
	return e.positions[0].variant.board;
}
var zt = (e) => (t) => t === e.human ? "you" : "computer";
function Bt(e, t) {
	let { selected: n } = e, r = V(e), i = n === null ? "" : Rt(e).names[n];
	return r.removing ? t("hint.take") : t({
		placing: [Pe(r) ? "hint.placeOrMove" : "hint.place", "hint.moveOrPlace"],
		moving: ["hint.select", "hint.move"],
		flying: ["hint.flySelect", "hint.fly"]
	}[Me(r, e.human)][n === null ? 0 : 1], { point: i });
}
function Vt(e, t) {
	let n = H(e);
	if (!n) return [];
	if (n.winner === null) return [t("end.draw"), t(`end.draw.${n.reason}`)];
	let r = n.winner === e.human ? "end.win" : "end.loss";
	return [t(r), t(`${r}.${n.reason}`)];
}
function Ht(e, n, r, i = zt(e)) {
	let a = V(e), o = t(a.white | a.black, n), s = i(+!t(a.white, n)), c = [r(o ? `point.${s}` : "point.empty", { point: Rt(e).names[n] })];
	e.selected === n ? c.push(r("state.selected")) : At(e, n) && c.push(r("state.movable")), t(W(e), n) && c.push(r("state.target")), t(G(e), n) && c.push(r("state.placing")), t(K(e), n) && c.push(r("state.takeable")), !o && Ot(e)?.captured === n && c.push(r("state.captured"));
	let { suggestion: l } = e;
	return l && Object.values(l).includes(n) && c.push(r("state.suggested")), c.join(r("comma"));
}
function Ut(e, t, n, r = zt(e)) {
	return t.map((t) => Wt(e, t, n, r)).join(" ");
}
function Wt(e, t, n, r) {
	let { names: i } = Rt(e);
	if (t.kind === "end") return Vt(e, n).join(" ");
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
	return c ? `${u} ${n("said.mill")}` : u;
}
//#endregion
//#region src/bilingual.ts
function J(e, t, n) {
	return e[t === "ja" ? 0 : 1].replace(/\{(\w+)\}/g, (e, t) => String(n[t] ?? e));
}
//#endregion
//#region src/game/game-texts.ts
var Gt = {
	name: ["ナイン・メンズ・モリス", "Nine Men's Morris"],
	description: ["配置+1 / ミル+15 / 勝利ボーナス", "Placing +1 / mill +15 / win bonus"],
	comma: ["、", ", "],
	board: ["盤。矢印キーで線に沿って移動、Enterで決定、Escapeで選択解除。", "Board. Arrow keys move along the lines, Enter plays, Escape clears the selection."],
	"level.EASY": ["やさしい", "Easy"],
	"level.NORMAL": ["ふつう", "Normal"],
	"level.HARD": ["むずかしい", "Hard"],
	you: ["あなた", "You"],
	computer: ["コンピューター", "Computer"],
	white: ["白", "White"],
	black: ["黒", "Black"],
	"turn.you": ["あなたの手番です", "Your turn"],
	"turn.computer": ["コンピューターの手番です", "The computer's turn"],
	"turn.over": ["対局終了", "Game over"],
	"phase.placing": ["配置", "placing"],
	"phase.moving": ["移動", "moving"],
	"phase.flying": ["飛行", "flying"],
	side: ["対局者", "Side"],
	phase: ["段階", "Phase"],
	inHand: ["手駒", "In hand"],
	onBoard: ["盤上", "On board"],
	captures: ["取った駒", "Captures"],
	exp: ["EXP", "EXP"],
	moves: ["棋譜", "Moves"],
	noMoves: ["まだ指し手はありません", "No moves yet"],
	undo: ["一手戻す", "Undo"],
	hint: ["ヒント", "Hint"],
	swap: ["先後を入れ替えて新規対局", "New game, swap colours"],
	rematch: ["もう一局", "Rematch"],
	look: ["盤を見る", "View board"],
	"hint.place": ["空いている点に駒を置いてください。", "Place a man on an empty point."],
	"hint.placeOrMove": ["空いている点に駒を置くか、動かす駒を選んでください。", "Place a man on an empty point, or choose a man to move."],
	"hint.select": ["動かす駒を選んでください。", "Choose a man to move."],
	"hint.move": ["{point} の駒の移動先（青い点）を選んでください。", "Choose a blue point for the man on {point}."],
	"hint.moveOrPlace": ["{point} の駒の移動先（青い点）を選ぶか、ほかの空いている点に新しい駒を置いてください。", "Choose a blue point for the man on {point}, or place a new man on another empty point."],
	"hint.flySelect": ["駒が残り3個なので、空いている点ならどこへでも飛べます。動かす駒を選んでください。", "You have three men left, so they can fly to any empty point. Choose a man."],
	"hint.fly": ["{point} の駒は、空いている点ならどこへでも飛べます。", "The man on {point} can fly to any empty point."],
	"hint.take": ["ミル成立！ 赤い輪の駒を1個取ってください。", "A mill! Capture one of the men with a red ring."],
	"hint.wait": ["コンピューターが考えています…", "The computer is thinking …"],
	"hint.paused": ["一時停止中", "Paused"],
	"hint.suggestion": ["おすすめ: {move}（緑の輪）", "Try {move} (green rings)."],
	"hint.searching": ["手を探しています…", "Looking for a move …"],
	"hint.repeat": ["同じ局面はこれで{count}回目です（引き分けにはなりません）。", "This position has occurred {count} times. Repetition is not a draw here."],
	"hint.error": ["エラーが発生しました（{message}）。対局は続けられます。", "Something went wrong ({message}). You can keep playing."],
	"wrong.wait": ["コンピューターの手番です。お待ちください。", "It is the computer's turn. Please wait."],
	"wrong.game over": ["対局は終わっています。「もう一局」で再戦できます。", "The game is over. Press Rematch to play again."],
	"wrong.take an enemy man": ["先に、赤い輪の相手の駒を1個取ってください。", "First capture one of the men with a red ring."],
	"wrong.protected": ["{point} の駒はミルになっているので取れません。", "The man on {point} is protected by a mill."],
	"wrong.occupied": ["{point} には駒があります。", "{point} is occupied."],
	"wrong.enemy man": ["{point} にあるのは相手の駒です。", "The man on {point} is not yours."],
	"wrong.choose a man first": ["先に自分の駒を選んでください。", "Choose one of your men first."],
	"wrong.blocked man": ["{point} の駒は、隣に空いている点がないので動かせません。", "The man on {point} is blocked: there is no empty point next to it."],
	"wrong.not adjacent": ["{point} は隣の点ではありません。駒は線に沿って隣の点へ動かします。", "{point} is too far away: a man moves one step along a line."],
	"said.place": ["{who}: {target} に置きました。", "{who}: placed a man on {target}."],
	"said.move": ["{who}: {origin} から {target} へ動かしました。", "{who}: moved from {origin} to {target}."],
	"said.fly": ["{who}: {origin} から {target} へ飛びました。", "{who}: flew from {origin} to {target}."],
	"said.mill": ["ミルができました。", "Mill."],
	"said.remove": ["{who}: {point} の駒を取りました。", "{who}: captured the man on {point}."],
	"said.undone": ["手を戻しました。", "Move taken back."],
	"said.newGame": ["新しい対局です。あなたは{color}です。", "New game. You are {color}."],
	"end.win": ["あなたの勝ち！", "You win!"],
	"end.loss": ["あなたの負け", "You lose"],
	"end.win.too few men": ["コンピューターの駒が2個になりました。", "The computer has only two men left."],
	"end.win.blocked": ["コンピューターはどの駒も動かせません。", "The computer has no legal move."],
	"end.loss.too few men": ["あなたの駒が2個になりました。", "You have only two men left."],
	"end.loss.blocked": ["あなたはどの駒も動かせません。", "You have no legal move."],
	"end.draw": ["引き分け", "Draw"],
	"end.draw.full board": ["盤がすべて埋まりました。", "The board is full."],
	"end.score": ["スコア {score}（{own} 対 {enemy}）", "Score {score} ({own} to {enemy})"],
	"end.exp": ["獲得 EXP {exp}", "EXP earned: {exp}"],
	"point.empty": ["{point}、空き", "{point}, empty"],
	"point.you": ["{point}、あなたの駒", "{point}, your man"],
	"point.computer": ["{point}、コンピューターの駒", "{point}, the computer's man"],
	"point.white": ["{point}、白の駒", "{point}, white man"],
	"point.black": ["{point}、黒の駒", "{point}, black man"],
	"state.selected": ["選択中", "selected"],
	"state.target": ["置けます", "a man can go here"],
	"state.placing": ["新しい駒を置けます", "a new man can be placed here"],
	"state.takeable": ["取れます", "can be captured"],
	"state.movable": ["動かせます", "can move"],
	"state.captured": ["直前に駒が取られた点", "a man was just captured here"],
	"state.suggested": ["おすすめ", "suggested"]
};
function Kt(e, t, n = {}) {
	return J(Gt[t], e, n);
}
function qt(e) {
	return (t, n) => Kt(e, t, n);
}
//#endregion
//#region src/rules/notation.ts
var Jt = class extends Error {
	constructor(e, t = {}) {
		super(J(e, "en", t)), this.text = e, this.params = t, this.name = "NotationError";
	}
	say(e) {
		return J(this.text, e, this.params);
	}
};
function Yt(e, t = x) {
	let [, n, r, i] = /^(?:([a-z]\d)(?:-([a-z]\d))?)?(?:x([a-z]\d))?$/.exec(e) ?? [];
	if (!n && !i) throw Xt(e, t);
	let a = (n) => {
		if (!n) return null;
		let r = t.names.indexOf(n);
		if (r < 0) throw Xt(e, t);
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
function Xt(e, t) {
	let n = Zt(e, t);
	return n ? new Jt(["「{text}」は読み取れません。左下を a1 とし、小文字で書いてください（コンソール版の座標なら {meant} です）", "“{text}” is not a move: write points in lower case, with a1 at the bottom left (in the console game’s coordinates, {meant})"], {
		text: e,
		meant: n
	}) : new Jt(["「{text}」は指し手として読み取れません。例: {place}、{step}、{place}x{other}", "“{text}” is not a move; moves look like {place}, {step} or {place}x{other}"], {
		text: pn(e),
		...Qt(t)
	});
}
function Zt(e, { names: t, rows: n }) {
	if (!/^([A-Z]\d(-?[A-Z]\d)?)?(x[A-Z]\d)?$/.test(e)) return null;
	let r = e.replace(/([A-Z])(\d)/g, (e, t, r) => t.toLowerCase() + String(n + 1 - Number(r))).replace(/(\d)([a-wyz])/, "$1-$2"), i = r.match(/[a-z]\d/g) ?? [];
	return i.length && i.every((e) => t.includes(e)) ? r : null;
}
function Qt({ names: e, neighbours: t }) {
	let n = Math.max(0, e.indexOf("a1")), [i = n] = r(t[n]).slice(-1);
	return {
		place: e[i],
		step: `${e[n]}-${e[i]}`,
		other: e[0]
	};
}
function $t(e) {
	return {
		position: je(e),
		pliesSinceRemoval: 0,
		moveNumber: 1
	};
}
$t(S);
var en = 17, [tn, nn, rn, an, on, sn, cn] = [
	1,
	2,
	3,
	4,
	5,
	6,
	7
], ln = 15, un = 16;
function dn(e, t = S) {
	let { parts: n } = t.board, r = e.trim().split(/\s+/), a = (t, n = {}) => {
		let r = pn(e.trim());
		throw new Jt([`FEN「{text}」: ${t[0]}`, `“{text}” is not a FEN: ${t[1]}`], {
			...n,
			text: r
		});
	};
	r.length < en && a(["項目が{count}個しかありません（17個必要です）", "expected 17 fields, found {count}"], { count: r.length }), r[0].replace(/[O@]/g, "*") !== n.map(({ length: e }) => "*".repeat(e)).join("/") && a(["盤面は O、@、* を {parts} 文字ずつ / で区切って書きます", "the board must be O, @ or * in parts of {parts}, separated by /"], { parts: n.map(({ length: e }) => e).join(", ") });
	for (let [e, t] of [
		[tn, "wb"],
		[nn, "pmo"],
		[rn, "psr?"]
	]) r[e].length === 1 && t.includes(r[e]) || a(["「{field}」は {letters} のいずれでもありません", "“{field}” is not one of {letters}"], {
		field: r[e],
		letters: Array.from(t).join(" ")
	});
	let o = r.map((e, t) => t <= rn || t >= en ? 0 : (/^-?\d{1,20}$/.test(e) || a(["「{field}」は整数ではありません", "“{field}” is not a number"], { field: e }), Number(e))), s = r[0].replace(/\//g, ""), c = (e) => n.flat().reduce((t, n, r) => t | (s[r] === e ? 1 << n : 0), 0), l = {
		white: c("O"),
		black: c("@"),
		whiteInHand: o[on],
		blackInHand: o[cn],
		turn: r[tn] === "w" ? 0 : 1,
		removing: r[rn] === "r",
		variant: t
	};
	for (let [e, t] of [[0, an], [1, sn]]) {
		let n = i(T(l, e));
		o[t] !== n && a(["盤上の駒数が{says}とありますが、実際は{stand}個です", "it says {says} men on the board, but there are {stand}"], {
			says: o[t],
			stand: n
		});
	}
	let u = fn(l);
	return u && a(u), o[un] < 1 && a(["手数は1以上です", "the move number must be at least 1"]), o[ln] < 0 && a(["駒を取ってからの手数が負の数です", "the number of moves since a capture is negative"]), {
		position: l,
		pliesSinceRemoval: o[ln],
		moveNumber: o[un]
	};
}
function fn(e) {
	let { men: t, placing: n, board: r } = e.variant;
	for (let n of [0, 1]) {
		let r = E(e, n);
		if (r < 0) return ["手駒の数が負です", "the number of men in hand is negative"];
		if (i(T(e, n)) + r > t) return [`一方の駒が${t}個を超えています`, `one side has more than ${t} men`];
	}
	let { turn: a, removing: o } = e, s = T(e, C(a)), c = E(e, C(a)), l = E(e, a), u = o && l + c > 0 ? l + 1 : l;
	return n === "first" && u - c !== 0 && u - c !== 1 ? ["手駒の数が手番と合いません。駒は交互に置き、相手が置き終えるまで動かせません", "the men in hand do not match the side to move: the sides place men in turn and move only when all are placed"] : o && (!se(T(e, a), r) || !s || y(s, c)) ? ["取れる駒がありません", "a capture is due, but no man can be captured"] : null;
}
function pn(e) {
	return e.length <= 120 ? e : `${e.slice(0, 120)}…`;
}
var mn = {
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
}, hn = 50;
function gn(e, t, { name: n } = S) {
	let { margin: r, scale: i } = mn[n][t], a = (e) => 1 / (1 + Math.exp(-_n((e - r) / i)));
	return .5 + (a(e) - a(-e)) / 2;
}
function _n(e) {
	return Math.max(-50, Math.min(e, hn));
}
function Y(e) {
	return Math.min(Math.max(Math.round(100 * e), 1), 99);
}
//#endregion
//#region src/app/shared/grading/estimate.ts
var vn = {
	loss: -1,
	draw: 0,
	win: 1
};
function yn({ result: e }, t = null) {
	return e === "draw" ? t ?? .5 : .5 + vn[e] / 2;
}
function bn({ value: e, score: t }, n) {
	return e ? yn(e) : gn(t, Me(n, n.turn), n.variant);
}
var xn = {
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
Math.floor(xn.club.strength / 100) * 100;
var Sn = 50;
function Cn(e, t, n) {
	let { discount: r, placing: i, moving: a } = xn[e], { middle: o, scale: s } = n ? i : a, c = Math.max(-50, Math.min((t - o) / s, Sn));
	return .5 + r * .5 / (1 + Math.exp(-c));
}
//#endregion
//#region src/app/explore/values/chances.ts
function wn(e, t, { whiteInHand: n, blackInHand: r }, i) {
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
		score: Cn(i, t.score, l),
		answers: null
	};
}
function Tn({ value: e, chance: t }) {
	return e?.result === "draw" ? t : null;
}
var En = .005;
function Dn(e) {
	let t = e.flatMap((e) => Tn(e)?.answers ? e.chance?.score ?? [] : []), n = [];
	for (let e of t.sort((e, t) => t - e)) (!n.length || n[0] - e >= En) && n.unshift(e);
	let r = new Set(n.map(Y)).size === n.length;
	return (e) => {
		let t = Tn(e);
		if (!t?.answers) return t && String(Y(t.score));
		let i = n.find((e) => e >= t.score) ?? t.score;
		return r ? String(Y(i)) : (100 * i).toFixed(1);
	};
}
function On(e) {
	let t = Dn(e), n = e.flatMap((e) => t(e) ?? []).map(Number), r = Math.min(...n), i = Math.max(...n) - r;
	return (e) => {
		let n = t(e);
		return n === null ? null : i > 0 ? (Number(n) - r) / i : 1;
	};
}
//#endregion
//#region src/rules/symmetry.ts
var kn = /* @__PURE__ */ new WeakMap();
function An(e) {
	let t = kn.get(e);
	if (!t) {
		let n = new Set(e.mills);
		t = [...Pn(e, Nn(e), /* @__PURE__ */ new Map())].filter((t) => e.mills.every((e) => n.has(jn(e, t)))).sort((e, t) => Mn(e, t)), kn.set(e, t);
	}
	return t;
}
function jn(e, t) {
	return r(e).reduce((e, n) => e | 1 << t[n], 0);
}
function Mn(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function Nn({ points: e, neighbours: t }) {
	let n = /* @__PURE__ */ new Set();
	for (let i of e) {
		let e = [i];
		for (let i of e) n.has(i) || (n.add(i), e.push(...r(t[i])));
	}
	return [...n];
}
function* Pn(e, t, n) {
	if (n.size === t.length) {
		yield e.points.map((e) => n.get(e) ?? e);
		return;
	}
	let r = t[n.size], i = new Set(n.values());
	for (let a of e.points) !i.has(a) && Fn(e, r, a, n) && (yield* Pn(e, t, new Map([...n, [r, a]])));
}
function Fn(e, n, r, a) {
	let [o, s] = [e.neighbours[n], e.neighbours[r]];
	return i(o) === i(s) && e.millsThrough[n].length === e.millsThrough[r].length && [...a].every(([e, n]) => t(o, e) === t(s, n));
}
function In(e, t) {
	return jn(t, e) === t;
}
function Ln(e, t, n) {
	let { white: r, black: i, variant: a } = e, o = An(a.board).filter((e) => In(e, r) && In(e, i)), s = /* @__PURE__ */ new Map();
	for (let e of t) {
		let t = Rn(n(e), o), r = s.get(t);
		r ? r.push(e) : s.set(t, [e]);
	}
	return [...s.values()];
}
function Rn({ origin: e, target: t, captured: n }, r) {
	return r.map((r) => [
		e,
		t,
		n
	].map((e) => e === null ? "-" : r[e]).join()).sort()[0];
}
//#endregion
//#region src/app/explore/values/ratings.ts
var X = {
	value: null,
	score: null,
	expected: null,
	source: null,
	chance: null
}, Z = 1e6, zn = 999, Bn = .001;
function Vn(e, t, n, r) {
	let i = new Map(t?.moves.map((e) => [e.move, e])), a = new Map(n?.lines.map((e) => [e.move, e]));
	return Ln(e, Ie(e).map((n) => {
		let o = A(n, e.variant.board), s = i.get(o), c = a.get(o);
		return Hn(n, s, c, t, e, s ? wn(s, c, e, r) : null);
	}), ({ move: e }) => e).flatMap(Un).sort((e, t) => Q(t) - Q(e));
}
function Hn(e, t, n, r, i, a) {
	if (t?.value) return {
		...X,
		move: e,
		value: t.value,
		source: t.source,
		chance: a
	};
	let o = n?.score ?? null;
	if (r?.value?.result === "loss") return {
		...X,
		move: e,
		value: {
			result: "loss",
			plies: null
		},
		score: o,
		source: r.source
	};
	if (!n) return {
		...X,
		move: e
	};
	let { result: s, plies: c, source: l } = n;
	if (s) return {
		...X,
		move: e,
		value: {
			result: s,
			plies: c
		},
		score: o,
		source: l
	};
	let u = bn({
		value: null,
		score: n.score
	}, i), d = r?.value?.result === "draw";
	return {
		...X,
		move: e,
		score: o,
		expected: d ? Math.min(u, .5) : u,
		source: l
	};
}
function Un(e) {
	let t = e.reduce((e, t) => (Wn(t) - Wn(e) || Q(t) - Q(e)) > 0 ? t : e);
	return e.map(({ move: e }) => ({
		...t,
		move: e
	}));
}
function Wn({ value: e, source: t }) {
	return e ? t === "search" ? 1 : 2 : 0;
}
function Q(e) {
	return Gn(e) + Bn * (e.chance?.score ?? 0);
}
function Gn({ value: e, score: t }) {
	return e?.result === "win" ? Z - (e.plies ?? zn) : e?.result === "loss" ? (e.plies ?? (t ?? 0) / Z - 1) - Z : e ? 0 : t ?? -2 * Z;
}
function Kn({ value: e, expected: t }) {
	return e ? e.result : t === null ? "unknown" : t > .55 ? "win" : t < .45 ? "loss" : "draw";
}
function qn({ value: e, expected: t }) {
	return e?.result === "draw" ? "=" : e ? e.plies === null ? e.result === "win" ? "+" : "−" : String(e.plies) : t === null ? "?" : `${Y(t)}%`;
}
function Jn(e, t) {
	let { step: n, selected: r } = e, i = /* @__PURE__ */ new Map(), a = On(t), o = Dn(t);
	for (let e of t) {
		let t = Yn(e.move, n, r);
		if (t === null || i.has(t)) continue;
		let s = Tn(e), c = s ? `${s.answers ? "" : "~"}${o(e)}` : "";
		i.set(t, {
			point: t,
			tone: Kn(e),
			text: qn(e),
			shade: a(e),
			detail: c
		});
	}
	return [...i.values()];
}
function Yn(e, t, n) {
	let { origin: r, target: i, captured: a } = e;
	return i === null ? a : t ? t.origin === r && t.target === i ? a : null : n === null ? r ?? i : r === n ? i : null;
}
//#endregion
//#region src/app/shared/i18n.ts
function Xn(e, t) {
	return (n, r = {}) => J(e[n], t, r);
}
function Zn(e) {
	let t = e.find((e) => /^(ja|en)\b/i.test(e));
	return t && /^ja/i.test(t) ? "ja" : "en";
}
//#endregion
//#region src/app/shared/board/overlay.ts
var Qn = {
	win: ["#0069a6", "#ffffff"],
	draw: ["#dcdcdc", "#222222"],
	loss: ["#c04a00", "#ffffff"],
	unknown: ["#4a5058", "#ffffff"]
}, $n = [
	98,
	190,
	138
], er = [
	220,
	220,
	220
];
function tr(e) {
	return `rgb(${er.map((t, n) => Math.round(t + e * ($n[n] - t))).join(", ")})`;
}
var nr = 15 / 24, rr = 5 / 24, ir = 13 / 24;
function ar(e, t = []) {
	return (n, r) => {
		n.save();
		for (let e of t) lr(n, r, e);
		for (let t of e) sr(n, r, t);
		n.restore();
	};
}
function or({ tone: e, shade: t }) {
	return typeof t == "number" ? tr(t) : Qn[e][0];
}
function sr(e, { spots: t, man: n }, r) {
	let { point: i, tone: a, text: o, detail: s } = r, c = t[i], [, l] = Qn[a];
	e.fillStyle = "#fffffff0", N(e, c, n - 5), e.fillStyle = or(r), N(e, c, n - 7), e.fillStyle = l, e.textAlign = "center", e.textBaseline = "middle";
	let u = (t, r, i) => {
		cr(e, t, 2 * (n - 7) - 8, r * n), e.fillText(t, c.x, c.y + .5 + i * n);
	};
	u(o, nr, s ? -.2916666666666667 : 0), s && u(s, ir, rr);
}
function cr(e, t, n, r) {
	let i = (t) => {
		e.font = `700 ${t}px system-ui, sans-serif`;
	};
	i(r);
	let { width: a } = e.measureText(t);
	a > n && i(r * n / a);
}
function lr(e, { spots: t }, n) {
	let { from: r, to: i } = n, a = t[r], o = t[i], s = Math.hypot(o.x - a.x, o.y - a.y), c = (o.x - a.x) / s, l = (o.y - a.y) / s, u = {
		x: o.x - c * 8,
		y: o.y - l * 8
	}, d = {
		x: u.x - c * 18,
		y: u.y - l * 18
	};
	e.strokeStyle = e.fillStyle = or(n), e.globalAlpha = .9, e.lineWidth = 7, e.lineCap = "round", e.beginPath(), e.moveTo(a.x + c * 10, a.y + l * 10), e.lineTo(d.x, d.y), e.stroke(), e.beginPath(), e.moveTo(u.x, u.y), e.lineTo(d.x - l * 11, d.y + c * 11), e.lineTo(d.x + l * 11, d.y - c * 11), e.fill(), e.globalAlpha = 1;
}
var ur = {
	light: I,
	dark: {
		...I,
		drawBoard(e, t) {
			ot(e, t), e.save(), e.globalCompositeOperation = "source-atop", e.fillStyle = "rgba(24, 12, 2, .3)", e.fillRect(0, 0, 520, 520), e.restore();
		}
	},
	contrast: {
		drawBoard(e, t) {
			e.fillStyle = "#000", e.fillRect(0, 0, 520, 520), e.fillStyle = "#fff", e.fillRect(26, 26, 468, 468), e.strokeStyle = e.fillStyle = "#000", e.lineWidth = 4, e.lineCap = "round", dt(e, t);
			for (let n of t.spots) N(e, n, 8);
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
}, dr = Object.fromEntries(Object.entries(ge).map(([t, n]) => [t, t === "threeSquares" ? x : e(n)])), fr = Object.fromEntries(Object.entries(xe).map(([e, t]) => [e, e === S.name ? S : Se(e, dr[t.board], t)])), pr = Object.keys(xe), mr = { morabaraba: "twelve" };
function hr(e) {
	if (e === null) return null;
	let t = pr.find((t) => t === e || t === mr[e]);
	return t ? fr[t] : null;
}
//#endregion
//#region src/widget/bar.ts
var gr = {
	first: "«",
	back: "‹",
	next: "›"
}, _r = class {
	say;
	sayGame;
	buttons;
	values;
	status;
	constructor(e, t, n, r, i) {
		this.say = t, this.sayGame = n;
		let s = a(e, "div", "merels-widget-bar"), c = (e) => {
			let n = o(s);
			return n.textContent = gr[e], n.title = t(e), n.setAttribute("aria-label", t(e)), n.dataset.step = e, r.add(n, "click", () => i.step(e)), n;
		};
		this.buttons = {
			first: c("first"),
			back: c("back"),
			next: c("next")
		}, this.values = o(s), this.values.textContent = t("values"), r.add(this.values, "click", () => i.toggleValues()), this.status = a(s, "p", "merels-widget-status");
	}
	update(e, { canGo: t, hasValues: n, showsValues: r, drawn: i }) {
		for (let e of Object.keys(gr)) this.buttons[e].disabled = !t[e];
		this.values.hidden = !n, c(this.values, "aria-pressed", String(r)), s(this.status, i ? this.say(`drawn.${i}`) : this.describe(e));
	}
	describe(e) {
		let { say: t, sayGame: n } = this, r = H(e);
		if (r) return r.winner === null ? t(`drawn.${r.reason}`) : t(`won.${r.reason}`, { side: n(w(r.winner)) });
		let { turn: i, whiteInHand: a, blackInHand: o } = V(e), s = [t("turn", { side: n(w(i)) })];
		return i === e.human && s.push(Bt(e, n)), a + o && s.push(t("hands", {
			white: a,
			black: o
		})), s.join(" ");
	}
};
//#endregion
//#region src/widget/model.ts
function vr(e) {
	let t = hr(e.get("variant"));
	if (!t) throw RangeError(`"${e.get("variant")}" is not a variant`);
	let { position: n } = dn(e.get("start"), t), r = Dt("HARD", 0, 0, n);
	for (let n of e.get("moves")) q(r, Yt(n, t.board));
	return r.mills = 0, r;
}
function yr(e, t) {
	let { turn: n } = B(e), r = t.get("sides");
	e.human = (r === "both" || r === w(n)) && !t.get("drawn") ? n : C(n);
}
function br(e) {
	return We(e.moves, B(e).variant.board);
}
function $(e, t) {
	return t.every((t, n) => t === e[n]) ? e.slice(t.length) : null;
}
function xr(e) {
	return $(e.get("line"), e.get("moves"))?.[0] ?? null;
}
//#endregion
//#region src/widget/widget-texts.ts
var Sr = {
	turn: ["{side}の手番です。", "{side} to move."],
	"won.too few men": ["{side}の勝ち：相手の駒が2個になりました。", "{side} wins: the opponent has two men left."],
	"won.blocked": ["{side}の勝ち：相手はどの駒も動かせません。", "{side} wins: the opponent cannot move."],
	"drawn.full board": ["引き分け：盤がすべて埋まりました。", "Draw: the board is full."],
	"drawn.repetition": ["引き分け：同じ局面が3回現れました。", "Draw: the position has occurred three times."],
	"drawn.no removal for too long": ["引き分け：駒を取らない手が続きました。", "Draw: no man has been captured for too long."],
	hands: ["手駒: 白{white}、黒{black}。", "In hand: White {white}, Black {black}."],
	first: ["最初の局面", "First position"],
	back: ["一手戻す", "Back"],
	next: ["一手進める", "Forward"],
	values: ["評価", "Values"]
}, Cr = [
	"variant",
	"start",
	"moves",
	"line",
	"values",
	"sides",
	"drawn",
	"theme",
	"size"
], wr = class {
	model;
	language = Zn(navigator.languages);
	sayGame = qt(this.language);
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
		this.model = e, this.session = vr(e), this.element = a(t, "div", "merels-widget");
		let { board: n } = B(this.session).variant;
		this.board = new Et(this.element, (e) => Lt(this.session, e), (e) => e(), n), this.board.listen(this.listeners, {
			choose: (e) => this.choose(e),
			isActive: (e) => jt(this.session, e),
			isMovable: (e) => At(this.session, e),
			escape: () => this.escape()
		}), this.bar = new _r(this.element, Xn(Sr, this.language), this.sayGame, this.listeners, {
			step: (e) => this.step(e),
			toggleValues: () => {
				this.showsValues = !this.showsValues, this.show();
			}
		}), this.announcer = new ie(this.element), this.observer = new ResizeObserver(() => this.board.fit(this.board.canvas.clientWidth)), this.observer.observe(this.board.canvas);
		for (let t of Cr) e.on(`change:${t}`, this.follow);
		this.show();
	}
	destroy() {
		for (let e of Cr) this.model.off(`change:${e}`, this.follow);
		this.observer.disconnect(), this.listeners.removeAll(), this.board.destroy(), this.element.remove();
	}
	choose(e) {
		let t = this.session.moves.length;
		this.tell(Mt(this.session, e)), this.session.moves.length > t ? this.share(br(this.session)) : this.show();
	}
	step(e) {
		let t = this.model.get("moves");
		if (e === "next") {
			let e = xr(this.model);
			e !== null && this.share([...t, e]);
		} else this.share(e === "first" ? [] : t.slice(0, -1));
	}
	share(e) {
		this.model.set("moves", e), $(this.model.get("line"), e) || this.model.set("line", e), this.model.save_changes();
	}
	update() {
		let { model: e, session: t } = this, n = e.get("moves"), r = this.isSameGame() ? $(n, br(t)) : null;
		if (r) {
			let { board: e } = B(t).variant;
			for (let n of r) this.tell(q(t, Yt(n, e)));
		} else this.session = vr(e), this.board.settle(), this.board.lay(B(this.session).variant.board);
		this.show();
	}
	isSameGame() {
		let [e] = this.session.positions, { variant: t } = e;
		return hr(this.model.get("variant")) === t && Fe(e, dn(this.model.get("start"), t).position);
	}
	show() {
		let { model: e, session: t, sayGame: n } = this;
		yr(t, e), this.element.style.width = `${e.get("size")}px`, this.board.wear(ur[Er(e)]);
		let r = e.get("values"), i = r.ply === t.moves.length && r.moves.length > 0, a = Vn(B(t), Tr(r), null, "club").filter(({ value: e }) => e !== null);
		this.board.overlay = i && this.showsValues ? ar(Jn(t, a)) : null;
		let o = this.board.layout.board.points.map((e) => Ht(t, e, n, w));
		this.board.points.update(n("board"), o, t.selected);
		let s = t.moves.length > 0, c = {
			first: s,
			back: s,
			next: xr(e) !== null
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
		t.length && this.announcer.say(Ut(this.session, t, this.sayGame, w));
	}
	escape() {
		let e = this.session.step !== null;
		this.session.step = null, e && (this.session.mills = 0);
		let t = Nt(this.session) || e;
		return t && this.show(), t;
	}
};
function Tr({ moves: e }) {
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
function Er(e) {
	let t = e.get("theme");
	return t === "high-contrast" ? "contrast" : t === "auto" ? matchMedia("(prefers-contrast: more)").matches ? "contrast" : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light" : t;
}
function Dr({ model: e, el: t }) {
	let n = new wr(e, t);
	return () => n.destroy();
}
function Or(e, t) {
	let n = { ...t }, r = /* @__PURE__ */ new Map(), i = /* @__PURE__ */ new Set(), a = {
		get: (e) => n[e],
		set: (e, t) => {
			Object.assign(n, { [e]: t }), i.add(e);
		},
		save_changes: () => {
			let e = n.moves.length, o = $(t.line, n.moves) !== null;
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
	return Dr({
		model: a,
		el: e
	});
}
var kr = { render: Dr };
//#endregion
export { kr as default, Or as embed, Dr as render };
