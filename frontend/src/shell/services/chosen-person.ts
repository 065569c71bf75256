/** The player that the visitor wants chances against, for all pages. */
import { PEOPLE } from '../../core/players/people'
import type { Person } from '../../core/players/people'
import { load, save } from './storage'

export function chosenPerson(): Person {
  const stored = load('person')
  return PEOPLE.find((each) => each === stored) ?? 'club'
}

export function choosePerson(person: Person): void {
  save('person', person)
}
