/**
 * Principal-variation search below the root; `merels.engine.search.kernels.tree` in Python.
 *
 * Scores are hundredths of a man for the side to move; a win `n` plies from the root is `WIN - n`. All
 * memory belongs to the module: the engine has a worker of its own, and objects would cost more than
 * the search. Scores are negated as `0 - score`, because `-0` would make doubles of them.
 */
import type { Mask } from '../rules/geometry'
import { LOST } from './evaluation/evaluation'
import {
  ABOVE_TURN,
  KILLER,
  MOST_PLIES,
  MOST_TURNS,
  ROOM,
  TURN,
  bringClosingsForward,
  forgetTurns,
  historyOf,
  killers,
  rememberTurn,
  takeBest,
  writeTurns,
} from './ordering'
import type { Turn } from './ordering'
import { handsAfter, hasTooFew, isBlocked, menAfter, othersAfter, quietAfter } from './node'
import { forgetValues, valueOf } from './recent-values'
import { INFINITE, PROVED, WIN, countFromHere, countFromRoot } from './scores'
import {
  EXACT,
  LOWER,
  UPPER,
  boundIn,
  bucketOf,
  depthIn,
  find,
  highKeyOf,
  lowKeyOf,
  scoreIn,
  store,
  turnIn,
} from './transpositions'

/** How many earlier positions of the game are remembered. */
export const MOST_BEFORE = 512
/** From this many plies before the limit without a capture, the count becomes part of the key. */
const NEAR_LIMIT = 40
/** A limit that no search reaches; a number that engines store in place. */
export const NEVER = 2 ** 30 - 1
/** Instead of a score: nothing is decided yet. */
const GOES_ON = 1 << 20
/** How many turns are tried before the others are searched less deep, and less deep still. */
const LATE = 2
const VERY_LATE = 6
/** How far a value must be above a bound to settle it, for each turn that would be searched. */
const MARGIN = 40
/** From this depth on a value may settle a bound: below, searching costs no more than evaluating. */
const SETTLED = 2
/** Up to this depth a static value settles a position; beyond, a search a third as deep confirms. */
const TRUSTED = 4
/** Nodes between two looks at the clock. */
const LOOK = 2048

/** Keys of the positions that led here: those of the game, then those of the line. */
const lowPath = new Int32Array(MOST_BEFORE + ROOM)
const highPath = new Int32Array(MOST_BEFORE + ROOM)
/** For each ply, the length and turns of the best line from there. */
const lines = new Int32Array(ROOM * ROOM)
/** For each ply, the list of turns. */
const turns = new Float64Array(ROOM * MOST_TURNS)

let nodes = 0
let nodeLimit = 0
let nextLook = 0
let isOver = (): boolean => false
let before = 0
let repetitions = 0
let plyLimit = 0
let flying = true
let age = 0
let isQuit = false
let rootTurns = 0

export interface Settings {
  /** Keys of the game's positions, in halves, the current one last. */
  readonly earlier: readonly (readonly [number, number])[]
  readonly nodeLimit: number
  /** Whether time is up; asked every few thousand nodes. */
  readonly isOver: () => boolean
  readonly repetitions: number
  readonly plyLimit: number
  readonly flying: boolean
  readonly age: number
}

/** Sets up the memory for a search. */
export function prepare(settings: Settings): void {
  forgetTurns()
  forgetValues()
  const earlier = settings.earlier.slice(-MOST_BEFORE)
  earlier.forEach(([low, high], index) => {
    lowPath[index] = low
    highPath[index] = high
  })
  before = earlier.length - 1
  nodes = 0
  isQuit = false
  ;({ nodeLimit, isOver, repetitions, plyLimit, flying, age } = settings)
  nextLook = Math.min(nodeLimit, LOOK)
}

/** Positions that this search has entered. */
export function countNodes(): number {
  return nodes
}

/** Whether a limit was reached. */
export function wasStopped(): boolean {
  return isQuit
}

/** Searches the turns of the root, best first; returns the score as `search` does. */
export function searchRoot(
  own: Mask,
  enemy: Mask,
  hands: number,
  quiet: number,
  depth: number,
  order: readonly Turn[],
): number {
  order.forEach((turn, place) => {
    turns[place] = (order.length - place) * ABOVE_TURN + turn
  })
  rootTurns = order.length
  return search(own, enemy, hands, quiet, depth, -INFINITE, INFINITE, 0)
}

/** The best line that the last search of the root found. */
export function bestLine(): Turn[] {
  return Array.from(lines.subarray(1, 1 + lines[0]))
}

/** Whether the position occurred on the line, or often enough in the game for a draw. */
function isRepeated(low: number, high: number, ply: number, quiet: number): boolean {
  const here = before + ply
  const earliest = Math.max(0, here - quiet)
  let seen = 1
  for (let i = here - 4; i >= earliest; i -= 2) {
    if (lowPath[i] !== low || highPath[i] !== high) continue
    if (i >= before) return true
    seen += 1
    if (seen >= repetitions) return true
  }
  return false
}

/** The score of a position at the end of a line. */
export function leaf(own: Mask, enemy: Mask, hands: number, quiet: number, ply: number): number {
  if (hasTooFew(own, hands)) return ply - WIN
  const value = valueOf(own, enemy, hands, flying)
  if (value === LOST) return ply - WIN
  return quiet >= plyLimit ? 0 : value
}

/** The score if no turn has to be searched, else `GOES_ON`. */
function decide(
  own: Mask,
  enemy: Mask,
  hands: number,
  quiet: number,
  low: number,
  high: number,
  ply: number,
): number {
  lines[ply * ROOM] = 0
  if (nodes >= nextLook) look()
  if (isQuit) return 0
  if (hasTooFew(own, hands)) return ply - WIN
  lowPath[before + ply] = low
  highPath[before + ply] = high
  if (hands === 0 && quiet >= 4 && isRepeated(low, high, ply, quiet)) return 0
  if (quiet >= plyLimit) return isBlocked(own, enemy, hands, flying) ? ply - WIN : 0
  return ply >= MOST_PLIES ? leaf(own, enemy, hands, quiet, ply) : GOES_ON
}

/** Ends the search if a limit is reached. */
function look(): void {
  nextLook = Math.min(nodeLimit, nodes + LOOK)
  if (nodes >= nodeLimit || isOver()) isQuit = true
}

/** The part of a key for the limit of plies without a capture: 0 if it is far. */
function nearness(quiet: number): number {
  const left = plyLimit - quiet
  return left > NEAR_LIMIT ? 0 : ((NEAR_LIMIT - left) >> 2) + 1
}

/** The score if an entry of the table settles the position, else `GOES_ON`. */
function readKnown(entry: number, depth: number, alpha: number, beta: number, ply: number): number {
  if (depthIn(entry) < depth) return GOES_ON
  const bound = boundIn(entry)
  const score = countFromRoot(scoreIn(entry), ply)
  if (bound & LOWER && score >= beta) return score
  if (bound & UPPER && score <= alpha) return score
  return bound === EXACT && beta - alpha === 1 ? score : GOES_ON
}

/** Makes `turn` and the line after it the best line of this ply. */
function noteLine(turn: Turn, ply: number): void {
  const here = ply * ROOM
  const there = here + ROOM
  const length = lines[there]
  lines[here + 1] = turn
  for (let i = 0; i < length; i++) lines[here + 2 + i] = lines[there + 1 + i]
  lines[here] = length + 1
}

/** Whether a value far above `beta` may stand for a search: neither score nor proof is wanted, no draw near. */
function maySettle(quiet: number, alpha: number, beta: number): boolean {
  return beta - alpha === 1 && Math.abs(beta) < PROVED && plyLimit - quiet > NEAR_LIMIT
}

/** Writes all turns of a node except `first` to memory; returns the end of the list. */
function listTurns(own: Mask, enemy: Mask, hands: number, first: Turn, ply: number): number {
  const start = ply * MOST_TURNS
  let end = writeTurns(own, enemy, hands, flying, historyOf(ply), turns, start)
  const one = killers[2 * ply]
  const other = killers[2 * ply + 1]
  for (let i = start; i < end; ) {
    const turn = turns[i] & TURN
    if (turn === first) {
      end -= 1
      turns[i] = turns[end]
      continue
    }
    if (turn === one || turn === other) turns[i] += KILLER * ABOVE_TURN
    i += 1
  }
  return end
}

/** The score of a position, looking one turn ahead: `search` at depth 1. */
function frontier(
  own: Mask,
  enemy: Mask,
  hands: number,
  quiet: number,
  alpha: number,
  beta: number,
  ply: number,
): number {
  const decided = decide(own, enemy, hands, quiet, lowKeyOf(own, enemy), highKeyOf(enemy, hands), ply)
  if (decided !== GOES_ON) return decided
  const start = ply * MOST_TURNS
  const end = writeTurns(own, enemy, hands, flying, historyOf(ply), turns, start)
  if (end === start) return ply - WIN
  lines[(ply + 1) * ROOM] = 0
  let best = -INFINITE
  bringClosingsForward(start, end, turns)
  for (let i = start; i < end; i++) {
    const turn = turns[i] & TURN
    nodes += 1
    const score = 0 - leaf(
      othersAfter(enemy, turn),
      menAfter(own, turn),
      handsAfter(hands, turn),
      quietAfter(quiet, turn),
      ply + 1,
    )
    if (score <= best) continue
    best = score
    if (score > alpha) {
      alpha = score
      noteLine(turn, ply)
      if (score >= beta) break
    }
  }
  return best
}

/**
 * How deep to search after a turn: one less than `depth`. After late quiet turns, which are seldom good,
 * two less, after very late ones three. `quiet` counts the plies without a capture after the turn.
 */
function chooseDepth(depth: number, place: number, quiet: number): number {
  if (place < LATE || quiet === 0 || depth < 2) return depth - 1
  return place >= VERY_LATE && depth >= 4 ? depth - 3 : depth - 2
}

/**
 * The score of a position, looking `depth` turns ahead.
 *
 * Below `alpha` and above `beta` it is a bound. At the root, ply 0, the turns are in memory already;
 * the best line is left there. When stopped, it returns the best score so far, -INFINITE if there is
 * none; at depth 1 it does not stop.
 */
function search(
  own: Mask,
  enemy: Mask,
  hands: number,
  quiet: number,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
): number {
  const start = ply * MOST_TURNS
  let first = 0
  let end = rootTurns
  let low = 0
  let high = 0
  let bucket = 0
  if (ply > 0) {
    low = lowKeyOf(own, enemy)
    high = highKeyOf(enemy, hands)
    const decided = decide(own, enemy, hands, quiet, low, high, ply)
    if (decided !== GOES_ON) return decided
    // Below, no quicker win can be found than those already known.
    alpha = Math.max(alpha, ply - WIN)
    beta = Math.min(beta, WIN - ply - 1)
    if (alpha >= beta) return alpha
    high |= nearness(quiet) << 24
    bucket = bucketOf(low, high)
    const known = find(low, high, bucket)
    if (known >= 0) {
      first = turnIn(known)
      const score = readKnown(known, depth, alpha, beta, ply)
      if (score !== GOES_ON) return score
    }
    if (depth >= SETTLED && maySettle(quiet, alpha, beta)) {
      let score = leaf(own, enemy, hands, quiet, ply) - MARGIN * depth
      if (score >= beta && depth <= TRUSTED) return score
      if (score >= beta) {
        const third = (depth / 3) | 0
        const enough = beta + MARGIN * depth
        if (third === 1) score = frontier(own, enemy, hands, quiet, enough - 1, enough, ply)
        else score = search(own, enemy, hands, quiet, third, enough - 1, enough, ply)
        if (score >= enough) return score
      }
    }
    end = -1
  } else {
    lines[0] = 0
  }

  const lowest = alpha
  let best = -INFINITE
  let bestTurn = 0
  for (let place = first ? -1 : 0; ; place++) {
    let turn = first
    if (place >= 0) {
      if (end < 0) end = listTurns(own, enemy, hands, first, ply)
      if (start + place === end) break
      turn = takeBest(start + place, end, turns)
    }
    const childOwn = othersAfter(enemy, turn)
    const childEnemy = menAfter(own, turn)
    const childHands = handsAfter(hands, turn)
    const childQuiet = quietAfter(quiet, turn)
    nodes += 1
    let less = chooseDepth(depth, place, childQuiet)
    let window = best === -INFINITE ? beta : alpha + 1
    let score = 0
    for (;;) {
      if (less > 1) {
        score = 0 - search(childOwn, childEnemy, childHands, childQuiet, less, 0 - window, 0 - alpha, ply + 1)
      } else if (less === 1) {
        score = 0 - frontier(childOwn, childEnemy, childHands, childQuiet, 0 - window, 0 - alpha, ply + 1)
      } else {
        lines[(ply + 1) * ROOM] = 0
        score = 0 - leaf(childOwn, childEnemy, childHands, childQuiet, ply + 1)
      }
      if (score <= alpha || isQuit) break
      if (less < depth - 1) less = depth - 1
      else if (window < beta && score < beta) window = beta
      else break
    }
    if (isQuit) return best
    if (score > best) {
      best = score
      bestTurn = turn
      if (score > alpha || ply === 0) {
        alpha = Math.max(alpha, score)
        noteLine(turn, ply)
        if (score >= beta) {
          rememberTurn(turn, depth, ply)
          break
        }
      }
    }
  }
  if (best === -INFINITE) return ply - WIN
  if (ply > 0) {
    const bound = best >= beta ? LOWER : best > lowest ? EXACT : UPPER
    store(low, high, bucket, bestTurn, countFromHere(best, ply), depth, bound, age)
  }
  return best
}
