/**
 * Moves by the rules that most variants share and a few change: captures after the placing, men in mills that are not
 * safe, several men at once, passes, and a ban on the way back into a mill. `unusual.py` of the Python package is its
 * twin, and says more; moves come in its order.
 */
import { count, has, maskOf, pointsOf } from './geometry'
import type { Geometry, Mask, Point } from './geometry'
import { formsMill, getRemovalCandidates, hasTooFew, mayFly, menAfter, menInMills } from './moves'
import { capturesOf, swapMarks, turnOf } from './turn'
import type { Ban, Marks, Move, Sides } from './turn'
import { createVariant } from './variant'
import type { Detour, Next, Read, Unusual, UnusualRules, Variant, VariantFacts } from './variant'

type Step = readonly [origin: Point | null, target: Point]

/** A variant with such rules. */
type Ruled = Variant & { readonly unusual: Unusual }

const NO_MARKS: Marks = { ban: null, otherBan: null, firstMill: 0, takings: 0, more: 0 }

const USUAL: UnusualRules = { captures: 'at-once', protected: true, several: false, blocked: 'loss', returnBan: false }

/** Joins the facts of a variant and its board, with all its rules. */
export function variantOf(name: string, board: Geometry, facts: VariantFacts & Partial<Record<keyof UnusualRules, unknown>>): Variant {
  const rules = { ...USUAL }
  for (const rule of Object.keys(USUAL) as (keyof UnusualRules)[]) Object.assign(rules, rule in facts ? { [rule]: facts[rule] } : {})
  const drawn = facts.drawAfter ? { drawAfter: facts.drawAfter } : {}
  const isUsual = Object.entries(USUAL).every(([rule, usual]) => rules[rule as keyof UnusualRules] === usual)
  return { ...createVariant(name, board, facts), ...drawn, ...(isUsual ? {} : { unusual: { ...rules, ...FUNCTIONS } }) }
}

const FUNCTIONS: Omit<Unusual, keyof UnusualRules> = {
  moves: (sides, variant) => generate(sides, variant as Ruled),
  removals: ({ enemy, marks }, variant) =>
    captureSets(enemy, 1 + (marks?.more ?? 0), variant as Ruled).map((men) => turnOf(null, null, men)),
  follow: (sides, move, variant) => follow(sides, move, variant as Ruled),
  halfway: (sides, half, variant) => halfway(sides, half, variant as Ruled),
  due: (sides, origin, target, variant) => countDue(sides, [origin, target], variant as Ruled),
  takeable: (enemy, variant) => takeable(enemy, variant as Ruled),
  givesWay: (sides, variant) => !sides.marks?.takings && givesWay(sides, variant as Ruled),
  detour: (sides, origin, target, variant) => findDetour(sides, [origin, target], variant as Ruled),
  fields: formatMarks,
  fits: (sides, removing, isWhite, variant) => fits(sides, removing, isWhite, variant as Ruled),
  read: (sides, fields, isWhite, removing, variant) => read(sides, fields, isWhite, removing, variant as Ruled),
}

/** The sides with what they remember, if that is anything. */
function remembering({ own, enemy, ownInHand, enemyInHand }: Sides, marks: Marks): Sides {
  const sides = { own, enemy, ownInHand, enemyInHand }
  const isNothing = !marks.ban && !marks.otherBan && !marks.firstMill && !marks.takings && !marks.more
  return isNothing ? sides : { ...sides, marks }
}

function swap({ own, enemy, ownInHand, enemyInHand, marks = NO_MARKS }: Sides): Sides {
  return remembering({ own: enemy, enemy: own, ownInHand: enemyInHand, enemyInHand: ownInHand }, swapMarks(marks))
}

function takeable(enemy: Mask, { board, unusual }: Ruled): Mask {
  return unusual.protected ? getRemovalCandidates(enemy, board) : enemy
}

/** Whether a man would go straight back to where it came from and close a mill. */
function isBanned({ own, marks }: Sides, [origin, target]: Step, board: Geometry): boolean {
  const isWayBack = marks?.ban?.target === origin && marks.ban.origin === target
  return isWayBack && formsMill(menAfter(own, origin, target), target, board)
}

/** Each way to place or move a man that no ban forbids. */
function findSteps(sides: Sides, variant: Ruled): Step[] {
  const { own, enemy, ownInHand } = sides
  const { board, placing, flying } = variant
  const empty = board.full & ~(own | enemy)
  const stepsOf = (origin: Point | null, targets: Mask): Step[] =>
    pointsOf(targets)
      .map((target): Step => [origin, target])
      .filter((step) => !isBanned(sides, step, board))
  const placings = ownInHand ? stepsOf(null, empty) : []
  if (ownInHand && placing === 'first') return placings
  const anywhere = mayFly(own, ownInHand, flying)
  return placings.concat(pointsOf(own).flatMap((origin) => stepsOf(origin, anywhere ? empty : empty & board.neighbours[origin])))
}

/** Whether the side to move must open a way, as its enemy cannot move. */
function givesWay(sides: Sides, variant: Ruled): boolean {
  const arePlaced = !sides.ownInHand && !sides.enemyInHand && !sides.marks?.takings
  return variant.unusual.blocked === 'give-way' && arePlaced && !findSteps(swap(sides), variant).length
}

/** Whether the enemy can move after a step. */
function opensWay(sides: Sides, [origin, target]: Step, variant: Ruled): boolean {
  return findSteps(swap({ ...sides, own: menAfter(sides.own, origin, target) }), variant).length > 0
}

function countDue(sides: Sides, step: Step, variant: Ruled): number {
  const [origin, target] = step
  const { board, unusual } = variant
  if (origin === null && unusual.captures === 'after-placing') return 0
  const own = menAfter(sides.own, origin, target)
  const mills = board.millsThrough[target].filter((mill) => (own & mill) === mill).length
  if (!mills || givesWay(sides, variant)) return 0
  return Math.min(unusual.several ? mills : 1, count(sides.enemy))
}

/** The sets of men that may be taken, one man after the other. */
function captureSets(enemy: Mask, number: number, variant: Ruled): Point[][] {
  let sets = new Set([0])
  for (let taken = 0; taken < number; taken++) {
    const larger = [...sets].flatMap((set) => pointsOf(takeable(enemy & ~set, variant)).map((point) => set | (1 << point)))
    sets = new Set(larger)
  }
  return [...sets].map(pointsOf).sort(compare)
}

function compare(one: readonly Point[], two: readonly Point[]): number {
  const at = one.findIndex((point, index) => point !== two[index])
  return at < 0 ? 0 : one[at] - two[at]
}

function generate(sides: Sides, variant: Ruled): Move[] {
  const { own, enemy, ownInHand, enemyInHand, marks } = sides
  if (hasTooFew(own, ownInHand) || hasTooFew(enemy, enemyInHand)) return []
  if (marks?.takings) return captureSets(enemy, 1, variant).map((men) => turnOf(null, null, men))
  const steps = findSteps(sides, variant)
  if (!steps.length) {
    const passes = variant.unusual.blocked === 'give-way' && (own | enemy) !== variant.board.full
    return passes ? [turnOf(null, null, [])] : []
  }
  if (givesWay(sides, variant)) {
    const opening = steps.filter((step) => opensWay(sides, step, variant))
    return (opening.length ? opening : steps).map(([origin, target]) => turnOf(origin, target, []))
  }
  const sets = new Map<number, Point[][]>()
  return steps.flatMap((step) => {
    const due = countDue(sides, step, variant)
    const men = sets.get(due) ?? captureSets(enemy, due, variant)
    sets.set(due, men)
    return men.map((taken) => turnOf(step[0], step[1], taken))
  })
}

/** What the mover sees after a turn, or after part of one; its own ban is the one that the turn brings. */
function moveMen(sides: Sides, move: Move, variant: Ruled): Sides {
  const { origin, target } = move
  const captures = capturesOf(move)
  const { marks = NO_MARKS } = sides
  let { own, ownInHand } = sides
  let ban: Ban | null = captures.length && target === null ? marks.ban : null // captures alone complete a turn
  let { firstMill } = marks
  if (target !== null) {
    const moved = menAfter(own, origin, target)
    const closes = formsMill(moved, target, variant.board)
    if (origin === null) {
      ownInHand -= 1
      if (closes && !firstMill && variant.unusual.captures === 'after-placing') firstMill = 1
    } else if (variant.unusual.returnBan && closes && formsMill(own, origin, variant.board)) {
      ban = { origin, target }
    }
    own = moved
  }
  const { otherBan } = marks
  const isTaken = otherBan !== null && captures.includes(otherBan.target)
  return remembering(
    { ...sides, own, ownInHand, enemy: sides.enemy & ~maskOf(captures) },
    { ban, otherBan: isTaken ? null : otherBan, firstMill, takings: marks.takings, more: 0 },
  )
}

function halfway(sides: Sides, half: Move, variant: Ruled): Sides {
  const { origin, target } = half
  const due = target === null ? 1 + (sides.marks?.more ?? 0) : countDue(sides, [origin, target], variant)
  const after = moveMen(sides, half, variant)
  return remembering(after, { ...NO_MARKS, ...after.marks, more: Math.max(0, due - capturesOf(half).length - 1) })
}

function follow(sides: Sides, move: Move, variant: Ruled): Next {
  const after = moveMen(sides, move, variant)
  const { marks = NO_MARKS } = after
  if (marks.takings) return { after: swap({ ...after, marks: { ...marks, takings: marks.takings - 1 } }), again: false }
  const arePlaced = sides.ownInHand + sides.enemyInHand > 0 && !after.ownInHand && !after.enemyInHand
  if (!arePlaced || variant.unusual.captures === 'at-once') return { after: swap(after), again: false }
  // The side that places last is the second player, who takes first if nobody closed a mill.
  const again = marks.firstMill !== 2
  const placed = { ...after, marks: { ...marks, firstMill: 0, takings: 2 } }
  return { after: again ? placed : swap(placed), again }
}

function findDetour(sides: Sides, step: Step, variant: Ruled): Detour | null {
  if (isBanned(sides, step, variant.board)) return 'banned'
  if (!givesWay(sides, variant) || opensWay(sides, step, variant)) return null
  return findSteps(sides, variant).some((each) => opensWay(sides, each, variant)) ? 'give way' : null
}

/** The number of the first square in the last-mill fields of a FEN. */
const FIRST_SQUARE = 8

function formatMarks(marks: Marks = NO_MARKS, isWhite: boolean, removing: boolean, { parts }: Geometry): string {
  const { takings, firstMill } = marks
  const own = removing ? 1 + marks.more : takings
  const toRemove = [true, false].map((white, index) =>
    takings === 2 ? 1 : (white === isWhite && own) || Number(firstMill === index + 1),
  )
  const squares = parts.flat()
  const bans = [marks.ban, marks.otherBan].flatMap((ban) =>
    ban ? [ban.origin, ban.target].map((point) => FIRST_SQUARE + squares.indexOf(point)) : [0, 0],
  )
  return [...toRemove, ...bans].join(' ')
}

/** Reads a ban; other programs write the last mill here, ban or not, so numbers that are no ban are ignored. */
function readBan([from, to]: readonly number[], men: Mask, { parts }: Geometry): Ban | null {
  const squares = parts.flat()
  const [origin, target] = [squares[from - FIRST_SQUARE], squares[to - FIRST_SQUARE]]
  if (origin === undefined || target === undefined || !has(men, target) || has(men, origin)) return null
  return { origin, target }
}

function read(sides: Sides, fields: readonly number[], isWhite: boolean, isDue: boolean, variant: Ruled): Read | null {
  const { own: white, enemy: black, ownInHand, enemyInHand } = sides
  const { unusual, board } = variant
  const isAfterPlacing = unusual.captures === 'after-placing'
  const [forWhite, forBlack] = fields
  const marks = { ...NO_MARKS }
  let removing = false
  if (isAfterPlacing && ownInHand + enemyInHand) {
    if (forWhite + forBlack > 1 || forWhite < 0 || forBlack < 0) return null
    Object.assign(marks, { firstMill: forWhite + 2 * forBlack })
  } else if (isAfterPlacing && isDue && forWhite === 1 && forBlack === 1) {
    Object.assign(marks, { takings: 2 })
  } else {
    const [due, others] = isWhite ? [forWhite, forBlack] : [forBlack, forWhite]
    if (others || isDue !== due > 0) return null
    // Nobody has as many men as at the start once both sides have taken one.
    const isSecond = isAfterPlacing && isDue && count(isWhite ? black : white) === variant.men
    if (isSecond && due > 1) return null
    removing = isDue && !isSecond
    Object.assign(marks, isSecond ? { takings: 1 } : { more: Math.max(0, due - 1) })
  }
  if (unusual.returnBan) {
    Object.assign(marks, { ban: readBan(fields.slice(2, 4), white, board), otherBan: readBan(fields.slice(4, 6), black, board) })
  }
  const found = remembering(sides, marks)
  return fits(found, removing, isWhite, variant) ? { removing, marks: found.marks ?? null } : null
}

/** Whether what a position remembers agrees with its men. */
function fits(sides: Sides, removing: boolean, isWhite: boolean, { men, board, unusual }: Ruled): boolean {
  const { own: white, enemy: black, ownInHand, enemyInHand, marks = NO_MARKS } = sides
  const { more, takings, firstMill } = marks
  if (more && (!unusual.several || more >= count(isWhite ? black : white))) return false
  if (unusual.captures === 'at-once') return true
  const totals = [count(white) + ownInHand, count(black) + enemyInHand]
  if (ownInHand + enemyInHand) {
    const mills = [white, black].map((each) => menInMills(each, board) !== 0)
    const isFirst = firstMill ? mills[firstMill - 1] : !mills.includes(true)
    return isFirst && !removing && totals.every((total) => total === men)
  }
  if (!takings) return totals.every((total) => total < men)
  const [own, enemy] = isWhite ? totals : totals.reverse()
  return !removing && own === men - 2 + takings && enemy === men
}

/** A position, White's side first, with what follows from its men alone; if both sides have mills, White's was the first. */
export function rememberFrom(sides: Sides, isWhite: boolean, variant: Variant): Sides {
  const { own: white, enemy: black, ownInHand, enemyInHand } = sides
  const { board, men, unusual } = variant
  if (unusual?.captures !== 'after-placing') return remembering(sides, NO_MARKS)
  if (ownInHand + enemyInHand) {
    return remembering(sides, { ...NO_MARKS, firstMill: menInMills(white, board) ? 1 : menInMills(black, board) ? 2 : 0 })
  }
  const [own, enemy] = isWhite ? [white, black] : [black, white]
  const takings = count(enemy) < men ? 0 : count(own) < men ? 1 : 2
  return remembering(sides, { ...NO_MARKS, takings })
}
