/** The fallible players that chances are against; see `docs/chances.md`. */
import NUMBERS from '../../generated/people.json'

/** Weakest first. */
export const PEOPLE = ['beginner', 'club', 'master'] as const
export type Person = (typeof PEOPLE)[number]

/** Where ratings begin, as a player and as a solver: the strength of club players, to the hundred below. */
export const FIRST_RATING = Math.floor(NUMBERS.club.strength / 100) * 100

/** How strongly each plays, on the scale of `elo:N`. */
export function strengthOf(person: Person): number {
  return NUMBERS[person].strength
}

/** Their strengths to the nearest ten, to say what ratings mean. */
export const STRENGTHS: Readonly<Record<Person, number>> = {
  beginner: toTen(NUMBERS.beginner.strength),
  club: toTen(NUMBERS.club.strength),
  master: toTen(NUMBERS.master.strength),
}

function toTen(strength: number): number {
  return Math.round(strength / 10) * 10
}

/** Beyond this the exponential is as good as 0. */
const STEEPEST = 50

/**
 * What a drawn move can expect against a person, 0 to 1, by the score of a search in hundredths of a man.
 *
 * Where the values of the replies are missing, this takes the place of the look ahead: the same curve,
 * with no mistake in the next reply.
 */
export function estimateChance(person: Person, score: number, isPlacing: boolean): number {
  const { discount, placing, moving } = NUMBERS[person]
  const { middle, scale } = isPlacing ? placing : moving
  const steps = Math.max(-STEEPEST, Math.min((score - middle) / scale, STEEPEST))
  return 0.5 + (discount * 0.5) / (1 + Math.exp(-steps))
}
