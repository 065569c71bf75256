/** The vectors that the Python package wrote, in the types of the front end. */
import { ended } from '../../src/values/evaluation'
import type { Evaluation } from '../../src/values/evaluation'
import type { Glyph } from '../../src/values/grading/grade'
import type { Keeping, Reason as BadReason, ReasonKind } from '../../src/values/grading/reasons'
import type { ValueDocument } from '../../src/generated/api'
import type { Level } from '../../src/core/players/player'
import { parseAlgebraic, parseFen } from '../../src/core/rules/notation'
import { formatMove, legalMoves, outcome as outcomeOf, successor } from '../../src/core/rules/position'
import type { Color, Move, Outcome, Position } from '../../src/core/rules/position'
import { NINE } from '../../src/core/rules/nine'
import type { Variant } from '../../src/core/rules/variant'
import { VARIANTS, VARIANT_NAMES } from '../../src/core/rules/variants'
import choicesFile from '../vectors/choices.json'
import evaluationsFile from '../vectors/evaluations.json'
import familyFile from '../vectors/family.json'
import gamesFile from '../vectors/games.json'
import reasonsFile from '../vectors/reasons.json'
import reviewsFile from '../vectors/reviews.json'
import perftFile from '../vectors/perft.json'
import searchesFile from '../vectors/searches.json'
import staticValuesFile from '../vectors/static-values.json'
import strengthsFile from '../vectors/strengths.json'

/** The standard game without flying. */
export const WALKING: Variant = { ...NINE, flying: 'never' }

/** A position as numbers: men, men in hand, side to move, in mid-turn, with flying. */
type PackedPosition = [number, number, number, number, Color, number, number]
type PackedOutcome = [Outcome['winner'], Outcome['reason']] | null

/** A game, with a hash of the legal moves at each ply, the last one included. */
export interface PlayedGame {
  readonly variant: Variant
  readonly moves: readonly Move[]
  readonly hashes: readonly number[]
  readonly inHand: readonly number[]
  readonly outcome: Outcome | null
}

export const PERFT = (perftFile.positions as [PackedPosition, number[]][]).map(
  ([position, leaves]) => ({ position: unpackPosition(position), leaves }),
)

export const GAMES: readonly PlayedGame[] = gamesFile.games.map((game) => ({
  variant: game.flying ? NINE : WALKING,
  moves: unpackMoves(game.moves),
  hashes: game.hashes,
  inHand: game.in_hand,
  outcome: unpackOutcome(game.outcome as PackedOutcome),
}))

/** Games of every variant, with hashes and values of each ply, and the FEN of every few plies. */
export const FAMILY = VARIANT_NAMES.flatMap((name) =>
  familyFile.variants[name].games.map(({ moves, hashes, values, fens, outcome }) => ({
    name,
    variant: VARIANTS[name],
    moves: unpackMoves(moves),
    hashes,
    values: values.map((each) => byLevel(familyFile.levels, each)),
    fens: new Map(fens.map((fen, index) => [index * familyFile.fen_every, fen])),
    outcome: unpackOutcome(outcome as PackedOutcome),
  })),
)

/** What the plain levels choose in every variant. */
export const FAMILY_CHOICES = VARIANT_NAMES.flatMap((name) =>
  (familyFile.variants[name].choices as [string, number, string[]][]).map(([fen, seed, choices]) => ({
    name,
    position: parseFen(fen, VARIANTS[name]).position,
    seed,
    choices: byLevel(familyFile.levels, choices.flatMap(unpackMoves)),
  })),
)

export const EVALUATIONS = (
  evaluationsFile.positions as [PackedPosition, number[], PackedOutcome][]
).map(([position, values, outcome]) => ({
  position: unpackPosition(position),
  values: byLevel(evaluationsFile.levels, values),
  outcome: unpackOutcome(outcome),
}))

export const CHOICES = (choicesFile.choices as [PackedPosition, string[], number, string[]][]).map(
  ([start, moves, seed, choices]) => ({
    history: playAll(unpackPosition(start), moves),
    seed,
    choices: byLevel(choicesFile.levels, choices),
  }),
)

export const STATIC_VALUES = (staticValuesFile.positions as [PackedPosition, number][]).map(([position, value]) => ({
  position: unpackPosition(position),
  value,
}))

type PackedSearch = [PackedPosition, string[], number, number, number, number, [number, ...string[]][]]

/** Megabytes of the transposition table in the searches. */
export const SEARCH_MEGABYTES = searchesFile.megabytes

export const SEARCHES = (searchesFile.searches as unknown as PackedSearch[]).map(
  ([start, moves, pliesSinceRemoval, depth, lines, nodes, found]) => ({
    history: playAll(unpackPosition(start), moves),
    pliesSinceRemoval,
    limits: { depth, nodes: searchesFile.nodes },
    lines,
    nodes,
    found,
  }),
)

type PackedValue = [ValueDocument['result'], number | null] | null
type PackedKeeping = [Keeping['result'], number, number, string | null] | null
type PackedReason = [ReasonKind, number[], PackedKeeping]

export const REASONS = (reasonsFile.cases as unknown as [PackedPosition, string, string, PackedReason[]][]).map(
  ([position, played, better, reasons]) => ({
    position: unpackPosition(position),
    played: parseAlgebraic(played),
    better: parseAlgebraic(better),
    reasons: reasons.map(unpackReason),
  }),
)

type PackedLine = [string, number, PackedValue, string[]]
type PackedStop = [number, PackedLine[], [string, PackedValue][]]
type PackedTurn = [Glyph, [number, number], PackedKeeping, PackedReason[]]

/** Games with what is known of each position, and how the Python package reviews them. */
export const REVIEWS = reviewsFile.games.map((game) => {
  const positions = playAll(unpackPosition(game.start as PackedPosition), game.moves)
  const stops = new Map((game.stops as unknown as PackedStop[]).map((stop) => [stop[0], unpackStop(stop)]))
  // Where nothing was searched, the game was over.
  const over = (position: Position): Evaluation => ended(outcomeOf(position)?.winner ?? null, position.turn)
  return {
    positions,
    moves: game.moves.map((each) => parseAlgebraic(each)),
    stops: positions.map((position, ply) => stops.get(ply) ?? over(position)),
    turns: (game.turns as unknown as PackedTurn[]).map(([glyph, expected, keeping, reasons]) => ({
      glyph,
      expected,
      keeping: unpackKeeping(keeping),
      reasons: reasons.map(unpackReason),
    })),
    accuracy: game.accuracy,
    movetext: game.movetext,
  }
})

function unpackStop([, packed, known]: PackedStop): Evaluation {
  const lines = packed.map(([move, score, value, pv]) => ({
    move: parseAlgebraic(move),
    score,
    value: unpackValue(value),
    pv: pv.map((each) => parseAlgebraic(each)),
  }))
  const [{ move: best, score, value }] = lines
  const exact = new Map(known.map(([move, each]) => [move, unpackValue(each)]))
  const play = lines[0].pv
  return { value, score, expected: 0, best, source: 'search', lines, exact, moves: [], play, depth: 1, progress: 'done', trouble: null }
}

function unpackValue(packed: PackedValue): ValueDocument | null {
  return packed && { result: packed[0], plies: packed[1] }
}

function unpackKeeping(packed: PackedKeeping): Keeping | null {
  return packed && { result: packed[0], moves: packed[1], of: packed[2], only: packed[3] }
}

function unpackReason([kind, points, keeping]: PackedReason): BadReason {
  return { kind, points, keeping: unpackKeeping(keeping) }
}

type PackedStrength = [PackedPosition, string[], number, number, number, string]

/** What players of given strengths choose. */
export const STRENGTH_CHOICES = (strengthsFile.choices as PackedStrength[]).map(
  ([start, moves, pliesSinceRemoval, strength, seed, choice]) => ({
    history: playAll(unpackPosition(start), moves),
    pliesSinceRemoval,
    strength,
    seed,
    choice,
  }),
)

function unpackPosition(packed: PackedPosition): Position {
  const [white, black, whiteInHand, blackInHand, turn, removing, flying] = packed
  return {
    white,
    black,
    whiteInHand,
    blackInHand,
    turn,
    removing: removing === 1,
    variant: flying ? NINE : WALKING,
  }
}

/** Three letters a move: `a` is none, `b` point 0 and so on. */
function unpackMoves(text: string): Move[] {
  const points = Array.from(text, (letter) => (letter === 'a' ? null : letter.charCodeAt(0) - 98))
  return Array.from({ length: points.length / 3 }, (_, move) => ({
    origin: points[3 * move],
    target: points[3 * move + 1],
    captured: points[3 * move + 2],
  }))
}

function unpackOutcome(packed: PackedOutcome): Outcome | null {
  return packed && ({ winner: packed[0], reason: packed[1] } as Outcome)
}

function byLevel<Value>(levels: readonly string[], values: readonly Value[]): [Level, Value][] {
  return levels.map((level, index) => [level as Level, values[index]])
}

/** The positions of a game, from its first one and its moves as console text. */
function playAll(start: Position, moves: readonly string[]): Position[] {
  const positions = [start]
  for (const text of moves) {
    const position = positions[positions.length - 1]
    const move = legalMoves(position).find((legal) => formatMove(legal) === text)
    if (!move) throw new Error(`${text} is not legal in ${JSON.stringify(position)}`)
    positions.push(successor(position, move))
  }
  return positions
}
