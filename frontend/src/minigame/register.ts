/** The mini-game: one game after another in a host's page, which starts, stops and destroys it. */
import { Game } from './GameController'
import type { AwardXp, Options } from './host'
import { PREFIX, textIn } from '../game/game-texts'

/** What the host gets from `create`. */
export interface Runtime {
  start(): void
  stop(): void
  destroy(): void
  getScore(): number
}

const ID = 'nine_mens_morris'

function nothing(): void {}

/** Builds everything afresh under `root`. Never throws: a host would swallow it and show nothing. */
export function create(root: HTMLElement, awardXp?: AwardXp, options?: Options | null): Runtime {
  try {
    const game = new Game(root, awardXp, options ?? {})
    return {
      start: () => game.start(),
      stop: () => game.stop(),
      destroy: () => game.destroy(),
      getScore: () => game.getScore(),
    }
  } catch (error) {
    const message = document.createElement('p')
    message.textContent = textIn('ja', 'hint.error', { message: String(error) })
    root.append(message)
    return { start: nothing, stop: nothing, destroy: () => message.remove(), getScore: () => 0 }
  }
}

const { registerMiniGame } = window as { registerMiniGame?: (game: unknown) => void }
registerMiniGame?.({
  id: ID,
  name: textIn('ja', 'name'),
  nameKey: `${PREFIX}name`,
  description: textIn('ja', 'description'),
  descriptionKey: `${PREFIX}description`,
  categoryIds: ['board'],
  category: 'ボード',
  version: '0.1.0',
  create,
})
