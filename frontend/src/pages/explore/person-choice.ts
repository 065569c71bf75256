/** Asks whom chances are against, and explains them. */
import { NINE } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { addElement } from '../../board/dom'
import { addChoices } from '../../ui/controls'
import { PEOPLE } from '../../core/players/people'
import type { Person } from '../../core/players/people'
import type { Speak } from './explore-narration'
import { drawnChance } from '../../values/chances'
import type { RatedMove } from '../../values/ratings'
import { setText } from '../../ui/prose'

export class PersonChoice {
  private readonly element: HTMLElement
  private readonly legend: HTMLElement

  constructor(
    parent: Element,
    private readonly say: Speak,
    chosen: Person,
    choose: (person: Person) => void,
  ) {
    this.element = addElement(parent, 'div', 'explore-person')
    const people = PEOPLE.map((value) => ({ value, text: say(`person.${value}`) }))
    const choices = addChoices(this.element, 'person', say('person'), people, PEOPLE.indexOf(chosen))
    this.legend = addElement(this.element, 'p', 'note')
    choices.field.addEventListener('change', () => choose(choices.value()))
  }

  /** Hidden where there are no chances to choose by: they are measured for Nine Men's Morris. */
  update(rated: readonly RatedMove[], variant: Variant): void {
    this.element.hidden = rated.length === 0 || variant !== NINE
    const chances = rated.flatMap((each) => drawnChance(each) ?? [])
    const isEstimate = chances.some(({ answers }) => answers === null)
    setText(this.legend, chances.length ? this.say(isEstimate ? 'legend.estimate' : 'legend') : '')
    this.legend.hidden = chances.length === 0
  }
}
