/** Registers the mini-game with its host, which starts, stops and destroys it. */
import { GameController } from './GameController'
import type { AwardXp, Options } from './host'
import { PREFIX, textIn } from './localization'

/** Returned to the host by `create`. */
export interface Runtime {
  start(): void
  stop(): void
  destroy(): void
  getScore(): number
}

const ID = 'nine_mens_morris'

function nothing(): void {}

/** Builds a game under `root`. Never throws: hosts swallow exceptions and show nothing. */
export function create(root: HTMLElement, awardXp?: AwardXp, options?: Options | null): Runtime {
  try {
    const game = new GameController(root, awardXp, options ?? {})
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
