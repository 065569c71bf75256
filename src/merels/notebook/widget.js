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
//#region src/core/rules/turn.ts
function ae({ ban: e, otherBan: t, firstMill: n, takings: r, more: i }) {
	return {
		ban: t,
		otherBan: e,
		firstMill: n && 3 - n,
		takings: r,
		more: i
	};
}
function v({ captured: e, also: t = [] }) {
	return e === null ? [] : [e, ...t];
}
function y(e, t, n) {
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
function oe({ target: e, captured: t }) {
	return e === null && t === null;
}
//#endregion
//#region src/core/rules/moves.ts
function se(e, t, n) {
	return le(e, n.millsThrough[t]);
}
function b(e, t, n) {
	return se(e, t, n) !== 0;
}
function ce(e, t) {
	return le(e, t.mills);
}
function le(e, t) {
	let n = 0;
	for (let r of t) (e & r) === r && (n |= r);
	return n;
}
function x(e, t) {
	return e & ~ce(e, t) || e;
}
function ue(e, t, n) {
	return n === "never" || i(e) + t !== 3 ? !1 : t === 0 || n === "three-in-all";
}
function S(e, t) {
	return i(e) + t < 3;
}
function C(e, t, n) {
	return (t === null ? e : e & ~(1 << t)) | 1 << n;
}
function de(e, t) {
	let { origin: n, target: r, captured: i } = t;
	return {
		own: i === null ? e.enemy : e.enemy & ~(1 << i),
		enemy: r === null ? e.own : C(e.own, n, r),
		ownInHand: e.enemyInHand,
		enemyInHand: e.ownInHand - +(r !== null && n === null)
	};
}
function fe(e, t) {
	let { own: n, enemy: i, ownInHand: a, enemyInHand: o } = e, { board: s } = t;
	if (t.unusual) return t.unusual.moves(e, t);
	let c = [];
	if (S(n, a) || S(i, o)) return c;
	let l = s.full & ~(n | i), u = i ? r(x(i, s)) : [null], d = (e, t) => {
		for (let i of r(t)) if (b(C(n, e, i), i, s)) for (let t of u) c.push({
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
	let f = ue(n, a, t.flying);
	for (let e of r(n)) d(e, f ? l : l & s.neighbours[e]);
	return c;
}
function pe(e, t) {
	return t.unusual ? t.unusual.removals(e, t) : r(x(e.enemy, t.board)).map((e) => ({
		origin: null,
		target: null,
		captured: e
	}));
}
//#endregion
//#region src/generated/boards.json
var me = {
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
}, he = {
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
}, ge = {
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
}, _e = {
	oneSquare: me,
	twoSquares: he,
	threeSquares: ge,
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
}, ve = {
	title: "Three Men's Morris",
	board: "oneSquare",
	men: 3,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, ye = {
	title: "Five Men's Morris",
	board: "twoSquares",
	men: 5,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, be = {
	title: "Six Men's Morris",
	board: "twoSquares",
	men: 6,
	flying: "never",
	placing: "first",
	fullBoard: "loss"
}, xe = {
	title: "Nine Men's Morris",
	board: "threeSquares",
	men: 9,
	flying: "three-on-board",
	placing: "first",
	fullBoard: "loss"
}, Se = {
	three: ve,
	five: ye,
	six: be,
	nine: xe,
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
function Ce(e, t, n) {
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
var w = e(ge), T = Ce("nine", w, xe), { names: we, points: Te, full: Ee, places: De, lines: Oe, mills: ke, millsThrough: Ae, neighbours: je } = w;
function Me(e = T) {
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
function E(e) {
	return +(e === 0);
}
function D(e) {
	return e === 0 ? "white" : "black";
}
function O(e, t) {
	return t === 0 ? e.white : e.black;
}
function k(e, t) {
	return t === 0 ? e.whiteInHand : e.blackInHand;
}
function Ne(e, t) {
	return k(e, t) ? "placing" : Pe(e, t) ? "flying" : "moving";
}
function Pe(e, t) {
	return ue(O(e, t), k(e, t), e.variant.flying);
}
function Fe({ variant: e, turn: t, whiteInHand: n, blackInHand: r }) {
	return e.placing === "any-turn" || (t === 0 ? n : r) === 0;
}
function Ie(e, t) {
	return JSON.stringify(e.marks) === JSON.stringify(t.marks) && e.white === t.white && e.black === t.black && e.whiteInHand === t.whiteInHand && e.blackInHand === t.blackInHand && e.turn === t.turn && e.removing === t.removing && e.variant === t.variant;
}
function A(e) {
	let t = e.turn, n = E(t), r = {
		own: O(e, t),
		enemy: O(e, n),
		ownInHand: k(e, t),
		enemyInHand: k(e, n)
	};
	return e.marks ? {
		...r,
		marks: t === 0 ? e.marks : ae(e.marks)
	} : r;
}
function j(e) {
	let t = A(e);
	return e.removing ? pe(t, e.variant) : fe(t, e.variant);
}
function Le(e, t) {
	return `${e.also ?? ""}` == `${t.also ?? ""}` && e.origin === t.origin && e.target === t.target && e.captured === t.captured;
}
function Re(e, t) {
	return j(e).some((e) => Le(e, t));
}
function ze(e, t) {
	if (!Re(e, t)) {
		let { variant: n, ...r } = e;
		throw RangeError(`"${Xe(t, n.board)}" is not legal in ${JSON.stringify(r)}`);
	}
	return Be(e, t);
}
function Be(e, t) {
	let { variant: n, turn: r } = e, i = A(e);
	if (n.unusual) {
		let { after: e, again: a } = n.unusual.follow(i, t, n);
		return M(n, a ? r : E(r), e, !1);
	}
	return M(n, E(r), de(i, t), !1);
}
function Ve(e, t) {
	let { turn: n, variant: r } = e, i = A(e);
	if (r.unusual) return M(r, n, r.unusual.halfway(i, t, r), !0);
	let { origin: a, target: o } = t, s = C(i.own, a, o ?? 0), c = i.ownInHand - +(a === null);
	return M(r, n, {
		...i,
		own: s,
		ownInHand: c
	}, !0);
}
function M(e, t, n, r) {
	let { own: i, enemy: a, ownInHand: o, enemyInHand: s } = n, c = {
		...t === 0 ? {
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
		turn: t,
		removing: r,
		variant: e
	};
	return n.marks ? {
		...c,
		marks: t === 0 ? n.marks : ae(n.marks)
	} : c;
}
function He(e) {
	if (e.removing && e.variant.unusual?.several) return null;
	for (let t of [e.turn, E(e.turn)]) if (S(O(e, t), k(e, t))) return {
		winner: E(t),
		reason: "too few men"
	};
	if (j(e).length) return null;
	let { variant: t, white: n, black: r, turn: i } = e;
	return (n | r) === t.board.full && t.fullBoard === "draw" ? {
		winner: null,
		reason: "full board"
	} : {
		winner: E(i),
		reason: "blocked"
	};
}
function Ue(e, n, r) {
	if (He(e)) return "game over";
	let { own: i, enemy: a, ownInHand: o } = A(e);
	if (N(e)) return t(a, r) ? t(Ge(e), r) ? null : "protected" : "take an enemy man";
	if (Ke(e)) return "pass";
	let s = !t(i | a, r);
	return Fe(e) ? t(i, r) ? r === n || P(e, r) ? null : We(e, r) : o && s ? null : n === null ? s ? "choose a man first" : "enemy man" : s ? t(P(e, n), r) ? null : t(Je(e, n), r) && Ye(e, n, r) || "not adjacent" : "occupied" : s ? null : "occupied";
}
function We(e, t) {
	let [n] = r(Je(e, t));
	return n !== void 0 && Ye(e, t, n) || "blocked man";
}
function N({ removing: e, marks: t }) {
	return e || !!t?.takings;
}
function Ge(e) {
	let { variant: t, turn: n } = e, r = O(e, E(n));
	return N(e) ? t.unusual ? t.unusual.takeable(r, t) : x(r, t.board) : 0;
}
function Ke(e) {
	return e.variant.unusual?.blocked === "give-way" && j(e).some(oe);
}
function qe(e) {
	let { variant: t } = e;
	return t.unusual?.givesWay(A(e), t) ?? !1;
}
function P(e, t) {
	let i = Je(e, t);
	return e.variant.unusual ? n(r(i).filter((n) => !Ye(e, t, n))) : i;
}
function Je(e, t) {
	let { board: n } = e.variant, r = n.full & ~(e.white | e.black);
	return t === null || Pe(e, e.turn) ? r : r & n.neighbours[t];
}
function Ye(e, t, n) {
	let { variant: r } = e;
	return r.unusual?.detour(A(e), t, n, r) ?? null;
}
function Xe(e, { names: t } = w) {
	let n = [e.origin, e.target].flatMap((e) => e === null ? [] : t[e]), r = v(e).map((e) => `x${t[e]}`);
	return n.join("-") + r.join("") || "pass";
}
function Ze(e, t) {
	return e.map((e) => Xe(e, t));
}
function Qe(e, t, n) {
	return e.variant.unusual?.due(A(e), t, n, e.variant) ?? Number($e(e, t, n));
}
function $e(e, t, n) {
	let { own: r, enemy: i } = A(e);
	return e.variant.unusual ? Qe(e, t, n) > 0 : i !== 0 && b(C(r, t, n), n, e.variant.board);
}
//#endregion
//#region src/board/animation.ts
var et = 240, tt = 380, nt = 200, rt = 320, it = 600, at = .6, ot = class {
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
		this.held = null, !ct() && this.motions.push({
			kind: "arrival",
			from: n,
			to: t,
			lift: at,
			begin: e,
			end: e + et
		});
	}
	show(e, t) {
		let { held: n } = this;
		if (e.some((e) => e.kind === "step" && e.origin === n?.point) && (this.held = null), ct()) return;
		let r = t;
		for (let t of e) if (t.kind === "step") {
			let { origin: e, target: i, flies: a, mills: o } = t, s = e !== null && e === n?.point, c = s ? n.spot : e === null ? null : this.layout.spots[e], l = r + (e === null ? nt : a && !s ? tt : et);
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
				end: l + it
			}), r = l;
		} else if (t.kind === "removal") {
			let { color: e, point: n } = t, i = E(e);
			this.motions.push({
				kind: "departure",
				color: i,
				at: n,
				begin: r,
				end: r + rt
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
			lift: at,
			alpha: 1
		};
		let n = this.layout.spots[e], r = this.motions.find((t) => t.kind === "arrival" && t.to === e);
		if (!r) return {
			...n,
			lift: 0,
			alpha: 1
		};
		let i = st(r, t);
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
			let { x: n, y: r } = this.layout.spots[t.at], i = st(t, e);
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
		return t ? st(t, e) : 1;
	}
};
function st({ begin: e, end: t }, n) {
	return 1 - (1 - Math.min(1, Math.max(0, (n - e) / (t - e)))) ** 3;
}
function ct() {
	return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
//#endregion
//#region src/board/dragging.ts
var lt = 6, ut = class {
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
				if (Math.hypot(e.clientX - r.x, e.clientY - r.y) < lt) return;
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
}, dt = 24, ft = 18, pt = 46, mt = "#4b2a10", ht = "rgba(255, 236, 200, .55)";
function gt(e, t) {
	e.clearRect(0, 0, 520, 520), _t(e), vt(e), bt(e, t), St(e, t);
}
function _t(e) {
	let t = e.createLinearGradient(0, 0, 520, 520);
	t.addColorStop(0, "#8f5a2b"), t.addColorStop(.5, "#6d3f1a"), t.addColorStop(1, "#4c2a10"), e.fillStyle = t, Ct(e, 0, ft);
}
function vt(e) {
	e.save();
	let t = e.createLinearGradient(0, 0, 208, 520);
	t.addColorStop(0, "#e3b777"), t.addColorStop(.5, "#d3a05c"), t.addColorStop(1, "#c08a47"), e.fillStyle = t, Ct(e, dt, 10), e.clip(), yt(e), e.strokeStyle = "rgba(60, 30, 8, .55)", e.lineWidth = 4, e.stroke(), e.restore();
}
function yt(e) {
	e.save();
	for (let t = 0; t < pt; t++) {
		let n = (t + .5) * (520 / pt) + 5 * Math.sin(t * 2.7), r = 3 + 3 * Math.sin(t * 1.3), i = .05 + .05 * Math.abs(Math.sin(t * 4.1));
		e.beginPath();
		for (let i = 0; i <= 520; i += 20) {
			let a = n + r * Math.sin(i / 95 + t * .55) + 2 * Math.sin(i / 31 + t);
			e.lineTo(i, a);
		}
		e.strokeStyle = `rgba(95, 52, 14, ${i})`, e.lineWidth = 1 + 1.6 * Math.abs(Math.sin(t * 3.3)), e.stroke();
	}
	e.restore(), Ct(e, dt, 10, !1);
}
function bt(e, t) {
	e.lineCap = "round";
	for (let [n, r, i] of [[
		1.4,
		ht,
		4
	], [
		0,
		mt,
		4
	]]) {
		e.strokeStyle = r, e.lineWidth = i, xt(e, t, n), e.fillStyle = r;
		for (let { x: r, y: i } of t.spots) F(e, {
			x: r + n,
			y: i + n
		}, 7);
	}
}
function xt(e, t, n = 0) {
	e.beginPath();
	for (let [r, ...i] of g(t)) {
		e.moveTo(r.x + n, r.y + n);
		for (let { x: t, y: r } of i) e.lineTo(t + n, r + n);
	}
	e.stroke();
}
function St(e, t) {
	e.font = "600 14px system-ui, sans-serif", e.textAlign = "center", e.textBaseline = "middle", e.fillStyle = "#f3d9ad";
	for (let { text: n, spot: r } of h(t, dt)) e.fillText(n, r.x, r.y);
}
function F(e, t, n) {
	e.beginPath(), e.arc(t.x, t.y, n, 0, 2 * Math.PI), e.fill();
}
function Ct(e, t, n, r = !0) {
	let i = t, a = 520 - t;
	e.beginPath(), e.moveTo(i + n, i), e.arcTo(a, i, a, a, n), e.arcTo(a, a, i, a, n), e.arcTo(i, a, i, i, n), e.arcTo(i, i, a, i, n), e.closePath(), r && e.fill();
}
//#endregion
//#region src/board/drawing.ts
var wt = "#ffc928", Tt = "#1f7bf2", Et = "#e3202c", Dt = "#12a150", Ot = {
	drawBoard: gt,
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
function kt(e, t, n, i, a, o) {
	jt(e, t, i.mills, a.glow(o)), Mt(e, t, i);
	for (let [s, c] of [[0, i.white], [1, i.black]]) for (let i of r(c)) i !== a.heldPoint && zt(e, t.man, s, n, a.sprite(i, o));
	for (let r of a.ghosts(o)) zt(e, t.man, r.color, n, r);
	Nt(e, t, i, a, o);
}
function At(e, n, r, { white: i, black: a }, o, s) {
	let c = o.heldPoint;
	c !== null && t(i | a, c) && zt(e, n.man, +!t(i, c), r, o.sprite(c, s));
}
function jt(e, { board: t, spots: n, man: r }, i, a) {
	e.save(), e.lineCap = "round";
	for (let [o, s] of t.mills.entries()) {
		if (!i || (i & s) !== s) continue;
		let [c, , l] = t.lines[o].map((e) => n[e]);
		for (let t = 2 * r + 18; t > 2; t -= 4) e.globalAlpha = a * (t > 6 ? .15 : .8), e.lineWidth = t, e.strokeStyle = t > 18 ? "#ffe27a" : "#fff7cf", e.beginPath(), e.moveTo(c.x, c.y), e.lineTo(l.x, l.y), e.stroke();
	}
	e.restore();
}
function Mt(e, { spots: n, man: r }, { lastMove: i, white: a, black: o }) {
	if (!i) return;
	let { origin: s, captured: c } = i;
	s !== null && !t(a | o, s) && (e.setLineDash([5, 5]), I(e, n[s], r * 2 / 3, 2.5, "rgba(75, 42, 16, .8)"), e.setLineDash([])), c !== null && !t(a | o, c) && Rt(e, n[c], r);
}
function Nt(e, n, i, a, o) {
	let { lastMove: s, suggestion: c, selected: l, hover: u } = i, { spots: d, man: f } = n;
	if (s !== null && s.target !== null) {
		let { x: n, y: r } = a.sprite(s.target, o);
		e.fillStyle = t(i.white, s.target) ? "#7a5a26" : "#d8c9b4", F(e, {
			x: n,
			y: r
		}, f / 6);
	}
	if (i.marksTargets) for (let t of r(i.targets)) Pt(e, d[t], f / 24);
	c && It(e, n, c), l !== null && Lt(e, d[l], f, wt, 5);
	for (let t of r(i.removalTargets)) Lt(e, d[t], f, Et, 4.5);
	for (let t of r(i.stuck)) Rt(e, d[t], f);
	u !== null && Ft(e, n, i, u);
}
function Pt(e, t, n) {
	e.fillStyle = "rgba(255, 255, 255, .9)", F(e, t, 11 * n), e.fillStyle = Tt, F(e, t, 8.5 * n);
}
function Ft(e, { spots: n, man: r }, { removalTargets: i }, a) {
	let o = n[a], s = t(i, a), [c, l] = s ? ["rgba(255, 70, 80, .25)", "rgba(227, 32, 44, .6)"] : ["rgba(150, 208, 255, .95)", "rgba(31, 123, 242, .6)"], u = e.createRadialGradient(o.x, o.y, 4, o.x, o.y, r);
	u.addColorStop(0, c), u.addColorStop(1, l), e.fillStyle = u, F(e, o, r + 2), s || Lt(e, o, r, Tt, 3.5);
}
function It(e, { spots: t, man: n }, { origin: r, target: i, captured: a }) {
	if (e.save(), e.setLineDash([9, 6]), r !== null && i !== null) {
		let a = t[r], o = t[i];
		e.strokeStyle = Dt, e.lineWidth = 5, e.beginPath(), e.moveTo(a.x, a.y), e.lineTo(o.x, o.y), e.stroke(), I(e, a, n + 4, 4, Dt);
	}
	for (let r of [i, a]) r !== null && I(e, t[r], n + 4, 5, Dt);
	e.restore();
}
function Lt(e, t, n, r, i) {
	I(e, t, n + 3, i + 3, "rgba(35, 16, 4, .7)"), I(e, t, n + 3, i, r);
}
function Rt(e, { x: t, y: n }, r) {
	let i = r * .4;
	for (let [r, a] of [[8, "#fff"], [4.5, Et]]) e.lineWidth = r, e.strokeStyle = a, e.lineCap = "round", e.beginPath(), e.moveTo(t - i, n - i), e.lineTo(t + i, n + i), e.moveTo(t + i, n - i), e.lineTo(t - i, n + i), e.stroke();
}
function I(e, { x: t, y: n }, r, i, a) {
	e.lineWidth = i, e.strokeStyle = a, e.beginPath(), e.arc(t, n, r, 0, 2 * Math.PI), e.stroke();
}
function zt(e, t, n, { shades: r, outline: i }, { x: a, y: o, lift: s, alpha: c }) {
	let [l, u, d, f, p] = r[n], m = t * (1 + .18 * s), h = 12 * s, g = {
		x: a,
		y: o - h
	};
	e.save(), e.globalAlpha = c, e.fillStyle = "rgba(30, 14, 2, .22)", F(e, {
		x: a + 3 + h / 2,
		y: o + 5 + h / 2
	}, m + 2), F(e, {
		x: a + 2 + h / 2,
		y: o + 3 + h / 2
	}, m + .5), e.fillStyle = f, F(e, {
		x: g.x,
		y: g.y + 1.5
	}, m);
	let _ = e.createRadialGradient(g.x - m * .35, g.y - m * .4, m * .1, g.x, g.y, m);
	_.addColorStop(0, l), _.addColorStop(.55, u), _.addColorStop(1, d), e.fillStyle = _, F(e, g, m - .8), I(e, g, m * .66, 2, p), I(e, g, m * .36, 1.6, p), i && I(e, g, m - 1, 3, i), e.beginPath(), e.arc(g.x, g.y, m * .86, Math.PI * 1.05, Math.PI * 1.6), e.lineWidth = 2, e.lineCap = "round", e.strokeStyle = n === 0 ? "rgba(255, 255, 255, .95)" : "rgba(255, 255, 255, .45)", e.stroke(), e.restore();
}
//#endregion
//#region src/board/BoardRenderer.ts
var Bt = class {
	constructor(e, t, n) {
		this.canvas = e, this.skin = t, this.layout = n, this.background = document.createElement("canvas"), this.backgroundSkin = null, this.backgroundLayout = null, this.magnification = 1;
		let r = e.getContext("2d");
		if (!r) throw Error("this browser cannot draw on a canvas");
		this.context = r, this.fitDensity();
	}
	draw(e, t, n, r) {
		let { canvas: i, context: a, skin: o, layout: s } = this;
		this.fitDensity(), a.setTransform(1, 0, 0, 1, 0, 0), a.clearRect(0, 0, i.width, i.height), a.drawImage(this.background, 0, 0), a.scale(i.width / 520, i.height / 520), kt(a, s, o, e, t, n), r?.(a, s, n), At(a, s, o, e, t, n);
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
}, Vt = class {
	constructor(e, t, n, r, i = Ot) {
		this.sceneAt = t, this.guard = n, this.pointer = null, this.overlay = null, this.dragging = null, this.isPointed = !1, this.frame = 0;
		let o = m(r);
		this.element = a(e, "div", "nmm-board"), this.canvas = a(this.element, "canvas"), this.canvas.tabIndex = -1, this.canvas.setAttribute("aria-hidden", "true"), this.animation = new ot(o), this.renderer = new Bt(this.canvas, i, o), this.points = new re(this.element, o);
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
		return new ut({
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
}, Ht = ["person", "person"], L = ["nobody", "nobody"];
function Ut(e, t) {
	return t === 0 ? ["person", e] : [e, "person"];
}
function Wt(e, t = Me()) {
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
function Gt({ positions: e, moves: t }, n) {
	return {
		...Wt(L),
		positions: e.slice(0, n + 1),
		moves: t.slice(0, n)
	};
}
function Kt(e, t) {
	e.controls = t;
}
function R(e) {
	return e.positions[e.positions.length - 1];
}
function z(e) {
	let { step: t } = e, n = R(e);
	return t ? Ve(n, t) : n;
}
function qt(e) {
	return e.step ? null : e.moves[e.moves.length - 1] ?? null;
}
function B(e) {
	return He(z(e));
}
function Jt(e) {
	return e.controls[R(e).turn] === "person";
}
function Yt({ controls: e }) {
	return +(e[1] === "person");
}
function V(e) {
	return Jt(e) && !B(e);
}
function Xt(e) {
	return !Jt(e) && !B(e);
}
function Zt(e) {
	let t = z(e);
	return !V(e) || N(t) ? 0 : e.selected === null ? k(t, t.turn) ? P(t, null) : 0 : P(t, e.selected);
}
function H(e) {
	let { selected: t } = e, n = z(e);
	return t === null || !V(e) || !k(n, n.turn) ? 0 : P(n, null) & ~P(n, t);
}
function Qt(e) {
	return Ge(z(e));
}
function $t(e, n) {
	let r = z(e);
	return V(e) && !N(r) && Fe(r) && t(O(r, r.turn), n) && P(r, n) !== 0;
}
function en(e, n) {
	return t(Zt(e) | H(e) | Qt(e), n) || $t(e, n);
}
function tn(e, n) {
	if (Xt(e)) return [{
		kind: "wrong",
		complaint: "wait",
		point: n
	}];
	let r = z(e), i = Ue(r, e.selected, n);
	return i ? [{
		kind: "wrong",
		complaint: i,
		point: n
	}] : N(r) ? on(e, n) : t(O(r, r.turn), n) ? (e.selected = e.selected === n ? null : n, []) : an(e, t(H(e), n) ? null : e.selected, n);
}
function nn(e) {
	let t = e.selected !== null || e.suggestion !== null;
	return e.selected = null, e.suggestion = null, t;
}
function rn(e) {
	let t = e.step !== null;
	return t && (e.mills = 0), e.step = null, nn(e) || t;
}
function an(e, t, n) {
	let r = R(e), i = {
		origin: t,
		target: n,
		captured: null
	};
	return $e(r, t, n) ? (nn(e), e.step = i, [sn(e, t, n)]) : U(e, i);
}
function on(e, t) {
	let { step: n } = e, { origin: r, target: i } = n ?? {
		origin: null,
		target: null
	}, a = n ? v(n) : [], o = y(r, i, [...a, t]);
	{
		let { marks: n, turn: r } = z(e);
		if (n?.more) return e.step = o, [{
			kind: "removal",
			ply: e.moves.length,
			color: r,
			point: t
		}];
	}
	return U(e, o).filter(({ kind: e }) => e !== "step").filter((e) => e.kind !== "removal" || !a.includes(e.point));
}
function U(e, t) {
	let { origin: n, target: r } = t, i = R(e), { turn: a } = i, o = e.moves.length, s = ze(i, t), c = [];
	r !== null && c.push(sn(e, n, r));
	for (let e of v(t)) c.push({
		kind: "removal",
		ply: o,
		color: a,
		point: e
	});
	oe(t) && c.push({
		kind: "pass",
		ply: o,
		color: a
	}), nn(e), e.step = null;
	let l = e.positions, u = e.moves;
	l.push(s), u.push(t);
	let d = He(s);
	return d && c.push({
		kind: "end",
		outcome: d
	}), c;
}
function sn(e, t, n) {
	let r = R(e), i = r.turn, a = se(C(O(r, i), t, n), n, r.variant.board);
	e.mills = a;
	let o = t !== null && Pe(r, i);
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
function cn(e, n) {
	let r = z(e), i = Zt(e), a = H(e), o = Qt(e), s = B(e), c = n !== null && t(i | a | o, n);
	return {
		white: r.white,
		black: r.black,
		selected: e.selected,
		targets: i,
		marksTargets: e.selected !== null,
		placings: a,
		removalTargets: o,
		mills: e.mills,
		stuck: s?.reason === "blocked" ? O(r, E(s.winner)) : 0,
		lastMove: qt(e),
		suggestion: e.suggestion,
		hover: c ? n : null
	};
}
//#endregion
//#region src/ui/game/narration.ts
function ln(e) {
	return e.positions[0].variant.board;
}
var un = (e) => (t) => t === Yt(e) ? "you" : "computer";
function dn(e, t) {
	let { selected: n } = e, r = z(e), i = n === null ? "" : ln(e).names[n];
	if (r.removing) return t("hint.take");
	if (N(r)) return t("hint.taking");
	if (Ke(r)) return t("hint.pass");
	let a = t({
		placing: [Fe(r) ? "hint.placeOrMove" : "hint.place", "hint.moveOrPlace"],
		moving: ["hint.select", "hint.move"],
		flying: ["hint.flySelect", "hint.fly"]
	}[Ne(r, r.turn)][n === null ? 0 : 1], { point: i });
	return qe(r) ? `${t("hint.giveWay")}${t("gap")}${a}` : a;
}
function fn(e, t) {
	let n = B(e);
	if (!n) return [];
	if (n.winner === null) return [t("end.draw"), t(`end.draw.${n.reason}`)];
	let r = n.winner === Yt(e) ? "end.win" : "end.loss";
	return [t(r), t(`${r}.${n.reason}`)];
}
function pn(e, n, r, i = un(e)) {
	let a = z(e), o = t(a.white | a.black, n), s = i(+!t(a.white, n)), c = [r(o ? `point.${s}` : "point.empty", { point: ln(e).names[n] })];
	e.selected === n ? c.push(r("state.selected")) : $t(e, n) && c.push(r("state.movable")), t(Zt(e), n) && c.push(r("state.target")), t(H(e), n) && c.push(r("state.placing")), t(Qt(e), n) && c.push(r("state.takeable"));
	let l = qt(e);
	!o && (l?.captured === n || l?.also?.includes(n)) && c.push(r("state.captured"));
	let { suggestion: u } = e;
	return u && Object.values(u).flat().includes(n) && c.push(r("state.suggested")), c.join(r("comma"));
}
function mn(e, t, n, r = un(e)) {
	return t.map((t) => hn(e, t, n, r)).join(n("gap"));
}
function hn(e, t, n, r) {
	let { names: i } = ln(e);
	if (t.kind === "end") return fn(e, n).join(n("gap"));
	if (t.kind === "wrong") return n(`wrong.${t.complaint}`, { point: i[t.point] });
	let a = n(r(t.color));
	if (t.kind === "pass") return n("said.pass", { who: a });
	if (t.kind === "removal") return n("said.remove", {
		who: a,
		point: i[t.point]
	});
	let { origin: o, target: s, flies: c, mills: l } = t, u = i[s], d = o === null ? n("said.place", {
		who: a,
		target: u
	}) : n(c ? "said.fly" : "said.move", {
		who: a,
		origin: i[o],
		target: u
	});
	return l ? `${d}${n("gap")}${n("said.mill")}` : d;
}
var gn = {
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
	},
	morabaraba: {
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
	shax: {
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
}, _n = 50;
function vn(e, t, { name: n } = T) {
	let { margin: r, scale: i } = gn[n][t], a = (e) => 1 / (1 + Math.exp(-yn((e - r) / i)));
	return .5 + (a(e) - a(-e)) / 2;
}
function yn(e) {
	return Math.max(-50, Math.min(e, _n));
}
function W(e) {
	return Math.min(Math.max(Math.round(100 * e), 1), 99);
}
var G = {
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
Math.floor(G.club.strength / 100) * 100, bn(G.beginner.strength), bn(G.club.strength), bn(G.master.strength);
function bn(e) {
	return Math.round(e / 10) * 10;
}
var xn = 50;
function Sn(e, t, n) {
	let { discount: r, placing: i, moving: a } = G[e], { middle: o, scale: s } = n ? i : a, c = Math.max(-50, Math.min((t - o) / s, xn));
	return .5 + r * .5 / (1 + Math.exp(-c));
}
//#endregion
//#region src/values/chances.ts
function Cn(e, t, { whiteInHand: n, blackInHand: r }, i) {
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
		score: Sn(i, t.score, l),
		answers: null
	};
}
function wn({ value: e, chance: t }) {
	return e?.result === "draw" ? t : null;
}
var Tn = .005;
function En(e) {
	let t = e.flatMap((e) => wn(e)?.answers ? e.chance?.score ?? [] : []), n = [];
	for (let e of t.sort((e, t) => t - e)) (!n.length || n[0] - e >= Tn) && n.unshift(e);
	let r = new Set(n.map(W)).size === n.length;
	return (e) => {
		let t = wn(e);
		if (!t?.answers) return t && String(W(t.score));
		let i = n.find((e) => e >= t.score) ?? t.score;
		return r ? String(W(i)) : (100 * i).toFixed(1);
	};
}
function Dn(e) {
	let t = En(e), n = e.flatMap((e) => t(e) ?? []).map(Number), r = Math.min(...n), i = Math.max(...n) - r;
	return (e) => {
		let n = t(e);
		return n === null ? null : i > 0 ? (Number(n) - r) / i : 1;
	};
}
//#endregion
//#region src/core/rules/notation.ts
var On = class extends Error {
	constructor(e, t = {}) {
		super(`${e} ${JSON.stringify(t)}`), this.key = e, this.params = t, this.name = "NotationError";
	}
};
function kn(e, t = w) {
	if (e === "pass") return y(null, null, []);
	let [, n, r, i = ""] = /^(?:([a-z]\d)(?:-([a-z]\d))?)?((?:x[a-z]\d)*)$/.exec(e) ?? [];
	if (!n && !i) throw An(e, t);
	let a = (n) => {
		let r = t.names.indexOf(n);
		if (r < 0) throw An(e, t);
		return r;
	}, o = i.split("x").slice(1).map(a);
	if (new Set(o).size < o.length) throw An(e, t);
	return n ? r ? y(a(n), a(r), o) : y(null, a(n), o) : y(null, null, o);
}
function An(e, t) {
	let n = jn(e, t);
	return n ? new On("fromConsole", {
		text: e,
		meant: n
	}) : new On("notAMove", {
		text: qn(e),
		...Mn(t)
	});
}
function jn(e, { names: t, rows: n }) {
	if (!/^([A-Z]\d(-?[A-Z]\d)?)?(x[A-Z]\d)?$/.test(e)) return null;
	let r = e.replace(/([A-Z])(\d)/g, (e, t, r) => t.toLowerCase() + String(n + 1 - Number(r))).replace(/(\d)([a-wyz])/, "$1-$2"), i = r.match(/[a-z]\d/g) ?? [];
	return i.length && i.every((e) => t.includes(e)) ? r : null;
}
function Mn({ names: e, neighbours: t }) {
	let n = Math.max(0, e.indexOf("a1")), [i = n] = r(t[n]).slice(-1);
	return {
		place: e[i],
		step: `${e[n]}-${e[i]}`,
		other: e[0]
	};
}
function Nn(e) {
	return {
		position: Me(e),
		pliesSinceRemoval: 0,
		moveNumber: 1
	};
}
Nn(T);
var Pn = 17, [Fn, In, Ln, Rn, zn, Bn, Vn] = [
	1,
	2,
	3,
	4,
	5,
	6,
	7
], Hn = 8, Un = 15, Wn = 16;
function Gn(e, t = T) {
	let { parts: n } = t.board, r = e.trim().split(/\s+/), a = (t) => {
		throw new On("notAFen", {
			text: qn(e.trim()),
			why: t
		});
	};
	r.length < Pn && a({
		key: "fen.fields",
		params: { count: r.length }
	}), r[0].replace(/[O@]/g, "*") !== n.map(({ length: e }) => "*".repeat(e)).join("/") && a({
		key: "fen.board",
		params: { parts: n.map(({ length: e }) => e).join(", ") }
	});
	for (let [e, t] of [
		[Fn, "wb"],
		[In, "pmo"],
		[Ln, "psr?"]
	]) r[e].length === 1 && t.includes(r[e]) || a({
		key: "fen.letter",
		params: {
			field: r[e],
			letters: Array.from(t).join(" ")
		}
	});
	let o = r.map((e, t) => t <= Ln || t >= Pn ? 0 : (/^-?\d{1,20}$/.test(e) || a({
		key: "fen.number",
		params: { field: e }
	}), Number(e))), s = r[0].replace(/\//g, ""), c = (e) => n.flat().reduce((t, n, r) => t | (s[r] === e ? 1 << n : 0), 0), l = r[Fn] === "w" ? 0 : 1, u = {
		own: c("O"),
		enemy: c("@"),
		ownInHand: o[zn],
		enemyInHand: o[Vn]
	}, d = r[Ln] === "r", f = t.unusual?.read(u, o.slice(Hn), l === 0, d, t), p = {
		white: u.own,
		black: u.enemy,
		whiteInHand: u.ownInHand,
		blackInHand: u.enemyInHand,
		turn: l,
		removing: f?.removing ?? d,
		variant: t,
		...f?.marks && { marks: f.marks }
	};
	for (let [e, t] of [[0, Rn], [1, Bn]]) {
		let n = i(O(p, e));
		o[t] !== n && a({
			key: "fen.men",
			params: {
				says: o[t],
				stand: n
			}
		});
	}
	let m = Kn(p);
	return m && a(m), f === null && a({
		key: "fault.marks",
		params: {}
	}), o[Wn] < 1 && a({
		key: "fen.moveNumber",
		params: {}
	}), o[Un] < 0 && a({
		key: "fen.sinceCapture",
		params: {}
	}), {
		position: p,
		pliesSinceRemoval: o[Un],
		moveNumber: o[Wn]
	};
}
function Kn(e) {
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
	let { turn: o, removing: s } = e, c = O(e, E(o)), l = k(e, E(o)), u = k(e, o), d = s && u + l > 0 ? u + 1 : u;
	if (n === "first" && d - l !== 0 && d - l !== 1) return {
		key: "fault.turn",
		params: {}
	};
	if (s && (!ce(O(e, o), r) || !c || !a?.several && S(c, l))) return {
		key: "fault.capture",
		params: {}
	};
	let { white: f, black: p, whiteInHand: m, blackInHand: h, marks: g, variant: _ } = e, ee = {
		own: f,
		enemy: p,
		ownInHand: m,
		enemyInHand: h,
		...g && { marks: g }
	};
	return a?.fits(ee, s, o === 0, _) === !1 ? {
		key: "fault.marks",
		params: {}
	} : null;
}
function qn(e) {
	return e.length <= 120 ? e : `${e.slice(0, 120)}…`;
}
//#endregion
//#region src/values/estimate.ts
var Jn = {
	loss: -1,
	draw: 0,
	win: 1
};
function Yn({ result: e }, { chance: t, opponent_chance: n } = {}) {
	return e === "draw" && typeof t == "number" && typeof n == "number" ? (t + (1 - n)) / 2 : .5 + Jn[e] / 2;
}
function Xn({ value: e, score: t }, n) {
	return e ? Yn(e) : vn(t, Ne(n, n.turn), n.variant);
}
//#endregion
//#region src/core/rules/symmetry.ts
var Zn = /* @__PURE__ */ new WeakMap();
function Qn(e) {
	let t = Zn.get(e);
	if (!t) {
		let n = new Set(e.mills);
		t = [...rr(e, nr(e), /* @__PURE__ */ new Map())].filter((t) => e.mills.every((e) => n.has($n(e, t)))).sort((e, t) => tr(e, t)), Zn.set(e, t);
	}
	return t;
}
function $n(e, t) {
	return r(e).reduce((e, n) => e | 1 << t[n], 0);
}
function er(e, t) {
	let n = (e) => e && {
		origin: t[e.origin],
		target: t[e.target]
	};
	return e && {
		...e,
		ban: n(e.ban),
		otherBan: n(e.otherBan)
	};
}
function tr(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function nr({ points: e, neighbours: t }) {
	let n = /* @__PURE__ */ new Set();
	for (let i of e) {
		let e = [i];
		for (let i of e) n.has(i) || (n.add(i), e.push(...r(t[i])));
	}
	return [...n];
}
function* rr(e, t, n) {
	if (n.size === t.length) {
		yield e.points.map((e) => n.get(e) ?? e);
		return;
	}
	let r = t[n.size], i = new Set(n.values());
	for (let a of e.points) !i.has(a) && ir(e, r, a, n) && (yield* rr(e, t, new Map([...n, [r, a]])));
}
function ir(e, n, r, a) {
	let [o, s] = [e.neighbours[n], e.neighbours[r]];
	return i(o) === i(s) && e.millsThrough[n].length === e.millsThrough[r].length && [...a].every(([e, n]) => t(o, e) === t(s, n));
}
function ar(e, t) {
	return $n(t, e) === t;
}
function or(e, t, n) {
	let { white: r, black: i, variant: a, marks: o } = e, s = (e) => JSON.stringify(er(o, e)) === JSON.stringify(o), c = Qn(a.board).filter((e) => ar(e, r) && ar(e, i) && s(e)), l = /* @__PURE__ */ new Map();
	for (let e of t) {
		let t = sr(n(e), c), r = l.get(t);
		r ? r.push(e) : l.set(t, [e]);
	}
	return [...l.values()];
}
function sr(e, t) {
	return t.map((t) => {
		let [n, r] = [e.origin, e.target].map((e) => e === null ? "-" : t[e]);
		return [
			n,
			r,
			...v(e).map((e) => t[e]).sort()
		].join();
	}).sort()[0];
}
//#endregion
//#region src/values/ratings.ts
var K = {
	value: null,
	score: null,
	expected: null,
	source: null,
	chance: null
}, q = 1e6, cr = 999, lr = .001;
function ur(e, t, n, r) {
	let i = new Map(t?.moves.map((e) => [e.move, e])), a = new Map(n?.lines.map((e) => [e.move, e]));
	return or(e, j(e).map((n) => {
		let o = Xe(n, e.variant.board), s = i.get(o), c = a.get(o);
		return dr(n, s, c, t, e, s ? Cn(s, c, e, r) : null);
	}), ({ move: e }) => e).flatMap(fr).sort((e, t) => J(t) - J(e));
}
function dr(e, t, n, r, i, a) {
	if (t?.value) return {
		...K,
		move: e,
		value: t.value,
		source: t.source,
		chance: a
	};
	let o = n?.score ?? null;
	if (r?.value?.result === "loss") return {
		...K,
		move: e,
		value: {
			result: "loss",
			plies: null
		},
		score: o,
		source: r.source
	};
	if (!n) return {
		...K,
		move: e
	};
	let { result: s, plies: c, source: l } = n;
	if (s) return {
		...K,
		move: e,
		value: {
			result: s,
			plies: c
		},
		score: o,
		source: l
	};
	let u = Xn({
		value: null,
		score: n.score
	}, i), d = r?.value?.result === "draw";
	return {
		...K,
		move: e,
		score: o,
		expected: d ? Math.min(u, .5) : u,
		source: l
	};
}
function fr(e) {
	let t = e.reduce((e, t) => (pr(t) - pr(e) || J(t) - J(e)) > 0 ? t : e);
	return e.map(({ move: e }) => ({
		...t,
		move: e
	}));
}
function pr({ value: e, source: t }) {
	return e ? t === "search" ? 1 : 2 : 0;
}
function J(e) {
	return mr(e) + lr * (e.chance?.score ?? 0);
}
function mr({ value: e, score: t }) {
	return e?.result === "win" ? q - (e.plies ?? cr) : e?.result === "loss" ? (e.plies ?? (t ?? 0) / q - 1) - q : e ? 0 : t ?? -2 * q;
}
function hr({ value: e, expected: t }) {
	return e ? e.result : t === null ? "unknown" : t > .55 ? "win" : t < .45 ? "loss" : "draw";
}
function gr({ value: e, expected: t }, n) {
	return e?.result === "draw" ? "=" : e ? e.plies === null ? e.result === "win" ? "+" : "−" : String(e.plies) : t === null ? "?" : n(W(t));
}
//#endregion
//#region src/ui/rating-marks.ts
function _r(e, t) {
	let { step: n, selected: r } = e, i = /* @__PURE__ */ new Map(), a = Dn(t), o = En(t);
	for (let e of t) {
		let t = yr(e.move, n, r);
		if (t === null || i.has(t)) continue;
		let s = wn(e), c = s ? `${s.answers ? "" : "~"}${o(e)}` : "";
		i.set(t, {
			point: t,
			tone: hr(e),
			text: gr(e, vr),
			shade: a(e),
			detail: c
		});
	}
	return [...i.values()];
}
function vr(e) {
	return `${e}%`;
}
function yr(e, t, n) {
	let { origin: r, target: i } = e, a = t ? v(t) : [], o = v(e).filter((e) => !a.includes(e)), s = !t || t.origin === r && t.target === i && v(e).length - o.length === a.length;
	return t || i === null ? s ? o[0] ?? null : null : n === null ? r ?? i : r === n ? i : null;
}
//#endregion
//#region src/board/overlay.ts
var br = {
	win: ["#0069a6", "#ffffff"],
	draw: ["#dcdcdc", "#222222"],
	loss: ["#c04a00", "#ffffff"],
	unknown: ["#4a5058", "#ffffff"]
}, xr = [
	98,
	190,
	138
], Sr = [
	220,
	220,
	220
];
function Cr(e) {
	return `rgb(${Sr.map((t, n) => Math.round(t + e * (xr[n] - t))).join(", ")})`;
}
var wr = 15 / 24, Tr = 5 / 24, Er = 13 / 24;
function Dr(e, t = []) {
	return (n, r) => {
		n.save();
		for (let e of t) jr(n, r, e);
		for (let t of e) kr(n, r, t);
		n.restore();
	};
}
function Or({ tone: e, shade: t }) {
	return typeof t == "number" ? Cr(t) : br[e][0];
}
function kr(e, { spots: t, man: n }, r) {
	let { point: i, tone: a, text: o, detail: s } = r, c = t[i], [, l] = br[a];
	e.fillStyle = "#fffffff0", F(e, c, n - 5), e.fillStyle = Or(r), F(e, c, n - 7), e.fillStyle = l, e.textAlign = "center", e.textBaseline = "middle";
	let u = (t, r, i) => {
		Ar(e, t, 2 * (n - 7) - 8, r * n), e.fillText(t, c.x, c.y + .5 + i * n);
	};
	u(o, wr, s ? -.2916666666666667 : 0), s && u(s, Er, Tr);
}
function Ar(e, t, n, r) {
	let i = (t) => {
		e.font = `700 ${t}px system-ui, sans-serif`;
	};
	i(r);
	let { width: a } = e.measureText(t);
	a > n && i(r * n / a);
}
function jr(e, { spots: t }, n) {
	let { from: r, to: i } = n, a = t[r], o = t[i], s = Math.hypot(o.x - a.x, o.y - a.y), c = (o.x - a.x) / s, l = (o.y - a.y) / s, u = {
		x: o.x - c * 8,
		y: o.y - l * 8
	}, d = {
		x: u.x - c * 18,
		y: u.y - l * 18
	};
	e.strokeStyle = e.fillStyle = Or(n), e.globalAlpha = .9, e.lineWidth = 7, e.lineCap = "round", e.beginPath(), e.moveTo(a.x + c * 10, a.y + l * 10), e.lineTo(d.x, d.y), e.stroke(), e.beginPath(), e.moveTo(u.x, u.y), e.lineTo(d.x - l * 11, d.y + c * 11), e.lineTo(d.x + l * 11, d.y - c * 11), e.fill(), e.globalAlpha = 1;
}
var Mr = {
	light: Ot,
	dark: {
		...Ot,
		drawBoard(e, t) {
			gt(e, t), e.save(), e.globalCompositeOperation = "source-atop", e.fillStyle = "rgba(24, 12, 2, .3)", e.fillRect(0, 0, 520, 520), e.restore();
		}
	},
	contrast: {
		drawBoard(e, t) {
			e.fillStyle = "#000", e.fillRect(0, 0, 520, 520), e.fillStyle = "#fff", e.fillRect(26, 26, 468, 468), e.strokeStyle = e.fillStyle = "#000", e.lineWidth = 4, e.lineCap = "round", xt(e, t);
			for (let n of t.spots) F(e, n, 8);
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
}, Y = {
	ban: null,
	otherBan: null,
	firstMill: 0,
	takings: 0,
	more: 0
}, Nr = {
	captures: "at-once",
	protected: !0,
	several: !1,
	blocked: "loss",
	returnBan: !1
};
function Pr(e, t, n) {
	let r = { ...Nr };
	for (let e of Object.keys(Nr)) Object.assign(r, e in n ? { [e]: n[e] } : {});
	let i = n.drawAfter ? { drawAfter: n.drawAfter } : {}, a = Object.entries(Nr).every(([e, t]) => r[e] === t);
	return {
		...Ce(e, t, n),
		...i,
		...a ? {} : { unusual: {
			...r,
			...Fr
		} }
	};
}
var Fr = {
	moves: (e, t) => Ur(e, t),
	removals: ({ enemy: e, marks: t }, n) => Vr(e, 1 + (t?.more ?? 0), n).map((e) => y(null, null, e)),
	follow: (e, t, n) => Kr(e, t, n),
	halfway: (e, t, n) => Gr(e, t, n),
	due: (e, t, n, r) => Br(e, [t, n], r),
	takeable: (e, t) => Ir(e, t),
	givesWay: (e, t) => !e.marks?.takings && Rr(e, t),
	detour: (e, t, n, r) => qr(e, [t, n], r),
	fields: Yr,
	fits: (e, t, n, r) => Qr(e, t, n, r),
	read: (e, t, n, r, i) => Zr(e, t, n, r, i)
};
function X({ own: e, enemy: t, ownInHand: n, enemyInHand: r }, i) {
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
function Z({ own: e, enemy: t, ownInHand: n, enemyInHand: r, marks: i = Y }) {
	return X({
		own: t,
		enemy: e,
		ownInHand: r,
		enemyInHand: n
	}, ae(i));
}
function Ir(e, { board: t, unusual: n }) {
	return n.protected ? x(e, t) : e;
}
function Lr({ own: e, marks: t }, [n, r], i) {
	return t?.ban?.target === n && t.ban.origin === r && b(C(e, n, r), r, i);
}
function Q(e, t) {
	let { own: n, enemy: i, ownInHand: a } = e, { board: o, placing: s, flying: c } = t, l = o.full & ~(n | i), u = (t, n) => r(n).map((e) => [t, e]).filter((t) => !Lr(e, t, o)), d = a ? u(null, l) : [];
	if (a && s === "first") return d;
	let f = ue(n, a, c);
	return d.concat(r(n).flatMap((e) => u(e, f ? l : l & o.neighbours[e])));
}
function Rr(e, t) {
	let n = !e.ownInHand && !e.enemyInHand && !e.marks?.takings;
	return t.unusual.blocked === "give-way" && n && !Q(Z(e), t).length;
}
function zr(e, [t, n], r) {
	return Q(Z({
		...e,
		own: C(e.own, t, n)
	}), r).length > 0;
}
function Br(e, t, n) {
	let [r, a] = t, { board: o, unusual: s } = n;
	if (r === null && s.captures === "after-placing") return 0;
	let c = C(e.own, r, a), l = o.millsThrough[a].filter((e) => (c & e) === e).length;
	return !l || Rr(e, n) ? 0 : Math.min(s.several ? l : 1, i(e.enemy));
}
function Vr(e, t, n) {
	let i = /* @__PURE__ */ new Set([0]);
	for (let a = 0; a < t; a++) {
		let t = [...i].flatMap((t) => r(Ir(e & ~t, n)).map((e) => t | 1 << e));
		i = new Set(t);
	}
	return [...i].map(r).sort(Hr);
}
function Hr(e, t) {
	let n = e.findIndex((e, n) => e !== t[n]);
	return n < 0 ? 0 : e[n] - t[n];
}
function Ur(e, t) {
	let { own: n, enemy: r, ownInHand: i, enemyInHand: a, marks: o } = e;
	if (S(n, i) || S(r, a)) return [];
	if (o?.takings) return Vr(r, 1, t).map((e) => y(null, null, e));
	let s = Q(e, t);
	if (!s.length) return t.unusual.blocked === "give-way" && (n | r) !== t.board.full ? [y(null, null, [])] : [];
	if (Rr(e, t)) {
		let n = s.filter((n) => zr(e, n, t));
		return (n.length ? n : s).map(([e, t]) => y(e, t, []));
	}
	let c = /* @__PURE__ */ new Map();
	return s.flatMap((n) => {
		let i = Br(e, n, t), a = c.get(i) ?? Vr(r, i, t);
		return c.set(i, a), a.map((e) => y(n[0], n[1], e));
	});
}
function Wr(e, t, r) {
	let { origin: i, target: a } = t, o = v(t), { marks: s = Y } = e, { own: c, ownInHand: l } = e, u = o.length && a === null ? s.ban : null, { firstMill: d } = s;
	if (a !== null) {
		let e = C(c, i, a), t = b(e, a, r.board);
		i === null ? (--l, t && !d && r.unusual.captures === "after-placing" && (d = 1)) : r.unusual.returnBan && t && b(c, i, r.board) && (u = {
			origin: i,
			target: a
		}), c = e;
	}
	let { otherBan: f } = s, p = f !== null && o.includes(f.target);
	return X({
		...e,
		own: c,
		ownInHand: l,
		enemy: e.enemy & ~n(o)
	}, {
		ban: u,
		otherBan: p ? null : f,
		firstMill: d,
		takings: s.takings,
		more: 0
	});
}
function Gr(e, t, n) {
	let { origin: r, target: i } = t, a = i === null ? 1 + (e.marks?.more ?? 0) : Br(e, [r, i], n), o = Wr(e, t, n);
	return X(o, {
		...Y,
		...o.marks,
		more: Math.max(0, a - v(t).length - 1)
	});
}
function Kr(e, t, n) {
	let r = Wr(e, t, n), { marks: i = Y } = r;
	if (i.takings) return {
		after: Z({
			...r,
			marks: {
				...i,
				takings: i.takings - 1
			}
		}),
		again: !1
	};
	if (!(e.ownInHand + e.enemyInHand > 0 && !r.ownInHand && !r.enemyInHand) || n.unusual.captures === "at-once") return {
		after: Z(r),
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
		after: a ? o : Z(o),
		again: a
	};
}
function qr(e, t, n) {
	return Lr(e, t, n.board) ? "banned" : !Rr(e, n) || zr(e, t, n) ? null : Q(e, n).some((t) => zr(e, t, n)) ? "give way" : null;
}
var Jr = 8;
function Yr(e = Y, t, n, { parts: r }) {
	let { takings: i, firstMill: a } = e, o = n ? 1 + e.more : i, s = [!0, !1].map((e, n) => i === 2 ? 1 : e === t && o || Number(a === n + 1)), c = r.flat(), l = [e.ban, e.otherBan].flatMap((e) => e ? [e.origin, e.target].map((e) => Jr + c.indexOf(e)) : [0, 0]);
	return [...s, ...l].join(" ");
}
function Xr([e, n], r, { parts: i }) {
	let a = i.flat(), [o, s] = [a[e - Jr], a[n - Jr]];
	return o === void 0 || s === void 0 || !t(r, s) || t(r, o) ? null : {
		origin: o,
		target: s
	};
}
function Zr(e, t, n, r, a) {
	let { own: o, enemy: s, ownInHand: c, enemyInHand: l } = e, { unusual: u, board: d } = a, f = u.captures === "after-placing", [p, m] = t, h = { ...Y }, g = !1;
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
		ban: Xr(t.slice(2, 4), o, d),
		otherBan: Xr(t.slice(4, 6), s, d)
	});
	let _ = X(e, h);
	return Qr(_, g, n, a) ? {
		removing: g,
		marks: _.marks ?? null
	} : null;
}
function Qr(e, t, n, { men: r, board: a, unusual: o }) {
	let { own: s, enemy: c, ownInHand: l, enemyInHand: u, marks: d = Y } = e, { more: f, takings: p, firstMill: m } = d;
	if (f && (!o.several || f >= i(n ? c : s))) return !1;
	if (o.captures === "at-once") return !0;
	let h = [i(s) + l, i(c) + u];
	if (l + u) {
		let e = [s, c].map((e) => ce(e, a) !== 0);
		return (m ? e[m - 1] : !e.includes(!0)) && !t && h.every((e) => e === r);
	}
	if (!p) return h.every((e) => e < r);
	let [g, _] = n ? h : h.reverse();
	return !t && g === r - 2 + p && _ === r;
}
//#endregion
//#region src/core/rules/variants.ts
var $r = Object.fromEntries(Object.entries(_e).map(([t, n]) => [t, t === "threeSquares" ? w : e(n)])), ei = Object.fromEntries(Object.entries(Se).map(([e, t]) => [e, e === T.name ? T : Pr(e, $r[t.board], t)])), ti = Object.keys(Se);
function ni(e) {
	if (e === null) return null;
	let t = ti.find((t) => t === e);
	return t ? ei[t] : null;
}
//#endregion
//#region src/widget/bar.ts
var ri = {
	first: "«",
	back: "‹",
	next: "›"
}, ii = class {
	say;
	sayGame;
	buttons;
	values;
	status;
	constructor(e, t, n, r, i) {
		this.say = t, this.sayGame = n;
		let s = a(e, "div", "merels-widget-bar"), c = (e) => {
			let n = o(s);
			return n.textContent = ri[e], n.title = t(e), n.setAttribute("aria-label", t(e)), n.dataset.step = e, r.add(n, "click", () => i.step(e)), n;
		};
		this.buttons = {
			first: c("first"),
			back: c("back"),
			next: c("next")
		}, this.values = o(s), this.values.textContent = t("values"), r.add(this.values, "click", () => i.toggleValues()), this.status = a(s, "p", "merels-widget-status");
	}
	update(e, { canGo: t, hasValues: n, showsValues: r, drawn: i }) {
		for (let e of Object.keys(ri)) this.buttons[e].disabled = !t[e];
		this.values.hidden = !n, c(this.values, "aria-pressed", String(r)), s(this.status, i ? this.say(`drawn.${i}`) : this.describe(e));
	}
	describe(e) {
		let { say: t, sayGame: n } = this, r = B(e);
		if (r) return r.winner === null ? t(`drawn.${r.reason}`) : t(`won.${r.reason}`, { side: n(D(r.winner)) });
		let { turn: i, whiteInHand: a, blackInHand: o } = z(e), s = [t("turn", { side: n(D(i)) })];
		return V(e) && s.push(dn(e, n)), a + o && s.push(t("hands", {
			white: a,
			black: o
		})), s.join(" ");
	}
};
//#endregion
//#region src/widget/model.ts
function ai(e) {
	let t = ni(e.get("variant"));
	if (!t) throw RangeError(`"${e.get("variant")}" is not a variant`);
	let { position: n } = Gn(e.get("start"), t), r = Wt(L, n);
	for (let n of e.get("moves")) U(r, kn(n, t.board));
	return Gt(r, r.moves.length);
}
var oi = {
	both: Ht,
	white: Ut("nobody", 0),
	black: Ut("nobody", 1),
	none: L
};
function si(e, t) {
	Kt(e, t.get("drawn") ? L : oi[t.get("sides")]);
}
function ci(e) {
	return Ze(e.moves, R(e).variant.board);
}
function $(e, t) {
	return t.every((t, n) => t === e[n]) ? e.slice(t.length) : null;
}
function li(e) {
	return $(e.get("line"), e.get("moves"))?.[0] ?? null;
}
//#endregion
//#region src/texts/en.ts
var ui = {
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
	"hint.taking": "All men are placed: take one of the men with a red ring.",
	"hint.giveWay": "Your opponent cannot move: open a way. A mill captures nothing now.",
	"hint.pass": "You cannot move: pass.",
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
	"wrong.banned": "This man has just left a mill to close another: it may not go straight back.",
	"wrong.give way": "Your opponent cannot move: make a move that opens a way.",
	"wrong.pass": "You cannot move: press Pass.",
	"said.place": "{who}: placed a man on {target}.",
	"said.move": "{who}: moved from {origin} to {target}.",
	"said.fly": "{who}: flew from {origin} to {target}.",
	"said.mill": "Mill.",
	"said.remove": "{who}: captured the man on {point}.",
	"said.pass": "{who}: passed.",
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
}, di = {
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
}, fi = {
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
	"hint.taking": "駒をすべて置きました。赤い輪の駒を1個取ってください。",
	"hint.giveWay": "相手は動けません。道を開けてください。この手ではミルができても駒を取れません。",
	"hint.pass": "動かせる駒がありません。パスしてください。",
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
	"wrong.banned": "この駒はミルを離れて別のミルを作ったばかりなので、すぐには戻れません。",
	"wrong.give way": "相手は動けません。道を開ける手を指してください。",
	"wrong.pass": "動かせる駒がありません。「パス」を押してください。",
	"said.place": "{who}: {target} に置きました。",
	"said.move": "{who}: {origin} から {target} へ動かしました。",
	"said.fly": "{who}: {origin} から {target} へ飛びました。",
	"said.mill": "ミルができました。",
	"said.remove": "{who}: {point} の駒を取りました。",
	"said.pass": "{who}: パスしました。",
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
}, pi = {
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
function mi(e, t, n = String) {
	return e.replace(/\{(\w+)\}/g, (e, r) => n(t[r] ?? e));
}
var hi = Object.keys({
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
function gi({ language: e, texts: t }, n) {
	let r = {
		...t.common,
		...t[n]
	};
	return (t, n = {}) => _i(r[t], e, n);
}
function _i(e, t, n) {
	return mi(typeof e == "string" ? e : yi(e, t, Number(n[e.by])), n, (e) => vi(e, t));
}
function vi(e, t) {
	return typeof e == "number" ? xi(t).format(e) : e.replace(/^(\d+)\.(\d+)$/, `$1${Si(t)}$2`);
}
function yi(e, t, n) {
	return n === 1 && e["=1"] !== void 0 ? e["=1"] : e[bi(t).select(n)] ?? e.other;
}
var bi = Ci((e) => new Intl.PluralRules(e)), xi = Ci((e) => new Intl.NumberFormat(e, { useGrouping: "min2" })), Si = Ci((e) => xi(e).formatToParts(.5)[1].value);
function Ci(e) {
	let t = /* @__PURE__ */ new Map();
	return (n) => {
		let r = t.get(n) ?? e(n);
		return t.set(n, r), r;
	};
}
function wi(e) {
	for (let t of e) {
		let e = hi.find((e) => e === t.toLowerCase().split("-", 1)[0]);
		if (e) return e;
	}
	return "en";
}
//#endregion
//#region src/widget/widget.ts
var Ti = [
	"variant",
	"start",
	"moves",
	"line",
	"values",
	"sides",
	"drawn",
	"theme",
	"size"
], Ei = {
	language: "en",
	texts: {
		board: ui,
		widget: di
	}
}, Di = {
	language: "ja",
	texts: {
		board: fi,
		widget: pi
	}
}, Oi = class {
	model;
	speech = wi(navigator.languages) === "ja" ? Di : Ei;
	sayGame = gi(this.speech, "board");
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
		this.model = e, this.session = ai(e), this.element = a(t, "div", "merels-widget");
		let { board: n } = R(this.session).variant;
		this.board = new Vt(this.element, (e) => cn(this.session, e), (e) => e(), n), this.board.listen(this.listeners, {
			choose: (e) => this.choose(e),
			isActive: (e) => en(this.session, e),
			isMovable: (e) => $t(this.session, e),
			escape: () => this.escape()
		}), this.bar = new ii(this.element, gi(this.speech, "widget"), this.sayGame, this.listeners, {
			step: (e) => this.step(e),
			toggleValues: () => {
				this.showsValues = !this.showsValues, this.show();
			}
		}), this.announcer = new ie(this.element), this.observer = new ResizeObserver(() => this.board.fit(this.board.canvas.clientWidth)), this.observer.observe(this.board.canvas);
		for (let t of Ti) e.on(`change:${t}`, this.follow);
		this.show();
	}
	destroy() {
		for (let e of Ti) this.model.off(`change:${e}`, this.follow);
		this.observer.disconnect(), this.listeners.removeAll(), this.board.destroy(), this.element.remove();
	}
	choose(e) {
		let t = this.session.moves.length;
		this.tell(tn(this.session, e)), this.session.moves.length > t ? this.share(ci(this.session)) : this.show();
	}
	step(e) {
		let t = this.model.get("moves");
		if (e === "next") {
			let e = li(this.model);
			e !== null && this.share([...t, e]);
		} else this.share(e === "first" ? [] : t.slice(0, -1));
	}
	share(e) {
		this.model.set("moves", e), $(this.model.get("line"), e) || this.model.set("line", e), this.model.save_changes();
	}
	update() {
		let { model: e, session: t } = this, n = e.get("moves"), r = this.isSameGame() ? $(n, ci(t)) : null;
		if (r) {
			let { board: e } = R(t).variant;
			for (let n of r) this.tell(U(t, kn(n, e)));
		} else this.session = ai(e), this.board.settle(), this.board.setGeometry(R(this.session).variant.board);
		this.show();
	}
	isSameGame() {
		let [e] = this.session.positions, { variant: t } = e;
		return ni(this.model.get("variant")) === t && Ie(e, Gn(this.model.get("start"), t).position);
	}
	show() {
		let { model: e, session: t, sayGame: n } = this;
		si(t, e), this.element.style.width = `${e.get("size")}px`, this.board.setSkin(Mr[Ai(e)]);
		let r = e.get("values"), i = r.ply === t.moves.length && r.moves.length > 0, a = ur(R(t), ki(r), null, "club").filter(({ value: e }) => e !== null);
		this.board.overlay = i && this.showsValues ? Dr(_r(t, a)) : null;
		let o = this.board.layout.board.points.map((e) => pn(t, e, n, D));
		this.board.points.update(n("board"), o, t.selected);
		let s = t.moves.length > 0, c = {
			first: s,
			back: s,
			next: li(e) !== null
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
		t.length && this.announcer.say(mn(this.session, t, this.sayGame, D));
	}
	escape() {
		let e = rn(this.session);
		return e && this.show(), e;
	}
};
function ki({ moves: e }) {
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
function Ai(e) {
	let t = e.get("theme");
	return t === "high-contrast" ? "contrast" : t === "auto" ? matchMedia("(prefers-contrast: more)").matches ? "contrast" : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light" : t;
}
function ji({ model: e, el: t }) {
	let n = new Oi(e, t);
	return () => n.destroy();
}
function Mi(e, t) {
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
	return ji({
		model: a,
		el: e
	});
}
var Ni = { render: ji };
//#endregion
export { Ni as default, Mi as embed, ji as render };
