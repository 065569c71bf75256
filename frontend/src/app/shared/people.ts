/** The fallible players that chances are against; see `docs/chances.md`. */
import OUTLOOKS from '../../generated/people.json'
import { load, save } from './storage'

/** Weakest first. */
export const PEOPLE = ['beginner', 'club', 'master'] as const
export type Person = (typeof PEOPLE)[number]

/** Beyond this the exponential is as good as 0. */
const STEEPEST = 50

/** The player that the visitor wants chances against, for all pages. */
export function chosenPerson(): Person {
  const stored = load('person')
  return PEOPLE.find((each) => each === stored) ?? 'club'
}

export function choosePerson(person: Person): void {
  save('person', person)
}

/**
 * What a drawn move can expect against a person, 0 to 1, by the score of a search in hundredths of a man.
 *
 * Where the values of the replies are missing, this takes the place of the look ahead: the same curve,
 * with no mistake in the next reply.
 */
export function estimateChance(person: Person, score: number, isPlacing: boolean): number {
  const { discount, placing, moving } = OUTLOOKS[person]
  const { middle, scale } = isPlacing ? placing : moving
  const steps = Math.max(-STEEPEST, Math.min((score - middle) / scale, STEEPEST))
  return 0.5 + (discount * 0.5) / (1 + Math.exp(-steps))
}
