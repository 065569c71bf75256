/** A menu of the computer's levels, those that play a variant. */
import { addElement } from '../../../board/dom'
import { NINE } from '../../../core/rules/nine'
import type { Variant } from '../../../core/rules/variant'
import { LEVEL_NAMES, isOffered } from '../../../core/match/match'
import { STOPS, nameStrength } from '../../../core/match/strengths'
import { opponentName } from '../../../ui/match-narration'
import { FIRST_RATING } from '../../../core/players/people'
import type { LobbyWords } from './lobby-words'
import { createSay } from '../../../texts/texts'
import { STRENGTHS } from '../../../core/players/people'

/** A level, or a strength. */
export type LevelChoice = (typeof STOPS)[number] | (typeof LEVEL_NAMES)[number]

export interface LevelMenu {
  /** Offers the levels that play a variant; the choice stays if it is one of them. */
  show(variant: Variant): void
  value(): LevelChoice
}

/** What a menu begins with: a club player, or the level in the middle. */
const USUAL: readonly LevelChoice[] = [nameStrength(FIRST_RATING), 'normal']

/** The levels that play a variant, weakest first: measured strengths where there are some. */
export function levelsFor(variant: Variant): readonly LevelChoice[] {
  return variant === NINE ? STOPS : LEVEL_NAMES.filter((level) => isOffered(level, variant))
}

export function addLevelMenu(parent: Element, wanted: string | null, { say, speech }: LobbyWords): LevelMenu {
  const ofPlay = createSay(speech, 'play')
  const label = addElement(parent, 'label', 'field')
  addElement(label, 'span', 'note').textContent = say('level')
  const menu = addElement(label, 'select', 'input')
  const scale = addElement(parent, 'p', 'note scale')
  scale.textContent = say('scale', STRENGTHS)
  let levels: readonly LevelChoice[] = []
  const value = (): LevelChoice => levels[Math.max(0, menu.selectedIndex)]
  return {
    value,
    show: (variant) => {
      const favourites = [levels.length ? value() : wanted, ...USUAL]
      levels = levelsFor(variant)
      scale.hidden = variant !== NINE // only these levels have numbers
      menu.replaceChildren()
      for (const opponent of levels) addElement(menu, 'option').textContent = opponentName({ opponent }, ofPlay)
      const places = favourites.map((each) => levels.findIndex((level) => level === each))
      menu.selectedIndex = places.find((place) => place >= 0) ?? 0
    },
  }
}
