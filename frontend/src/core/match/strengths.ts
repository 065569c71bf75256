/** Players of a given strength, `elo:N`, and the slider from newcomer to unbeatable. */
import document from '../../generated/strengths.json'
import { strengthOf } from '../players/people'
import type { Person } from '../players/people'

export type Strength = `elo:${number}`

/** How such a player searches and errs. */
export interface StrengthNumbers {
  readonly nodes: number
  /** A move that scores this much below the best is chosen half as often. */
  readonly halving: number
}

const MEASURED = new Map<number, StrengthNumbers>(
  Object.entries(document).map(([number, entry]) => [Number(number), entry]),
)

/** The strengths that matches have measured. */
export const WEAKEST = Math.min(...MEASURED.keys())
export const STRONGEST = Math.max(...MEASURED.keys())

/** Half of the step between two measured strengths. */
export const STEP = 100

/** From which strength on a word is right, weakest first; the people of the model have their own names. */
const WORDS = {
  newcomer: WEAKEST,
  beginner: 500,
  club: halfway('beginner', 'club'),
  master: halfway('club', 'master'),
  grandmaster: 1000,
} as const
export type Word = keyof typeof WORDS

function halfway(one: Person, other: Person): number {
  return (strengthOf(one) + strengthOf(other)) / 2
}

/** The stops of the slider: strengths, and then the two levels that are stronger. */
export const STOPS: readonly (Strength | 'expert' | 'perfect')[] = [
  ...Array.from({ length: (STRONGEST - WEAKEST) / STEP + 1 }, (_, index) => nameStrength(WEAKEST + index * STEP)),
  'expert',
  'perfect',
]

export function nameStrength(number: number): Strength {
  return `elo:${number}`
}

/** The number of a strength; null for other opponents, and for numbers that are out of range. */
export function numberOf(opponent: string): number | null {
  const number = Number(/^elo:([0-9]{1,5})$/.exec(opponent)?.[1] ?? NaN)
  return number >= WEAKEST && number <= STRONGEST ? number : null
}

export function isStrength(opponent: string): opponent is Strength {
  return numberOf(opponent) !== null
}

/** A word for a strength. */
export function wordFor(number: number): Word {
  const words = (Object.keys(WORDS) as Word[]).reverse()
  return words.find((word) => WORDS[word] <= number) ?? 'newcomer'
}

/** The numbers of a strength, between those of the nearest measured ones; the same as in Python. */
export function numbersFor(strength: number): StrengthNumbers {
  const numbers = [...MEASURED.keys()]
  const above = Math.min(...numbers.filter((number) => number >= strength))
  const below = Math.max(...numbers.filter((number) => number <= strength))
  const [low, high] = [measuredAt(below), measuredAt(above)]
  if (below === above) return low
  const between = (start: number, end: number): number =>
    Math.floor((start * (above - strength) + end * (strength - below)) / (above - below))
  return { nodes: between(low.nodes, high.nodes), halving: between(low.halving, high.halving) }
}

function measuredAt(number: number): StrengthNumbers {
  const numbers = MEASURED.get(number)
  if (!numbers) throw new RangeError(String(number))
  return numbers
}
