/** Loads a game to walk through: the dialog, and reading the text. */
import { addElement } from '../../../board/dom'
import { NotationError, parseFen } from '../../../rules/notation'
import type { Language } from '../../../bilingual'
import { NINE } from '../../../rules/nine'
import type { Variant } from '../../../rules/variant'
import { isFen, parsePgn } from '../../shared/files/pgn'
import { addAction, openDialog } from '../../shared/controls'
import { addGameSource } from '../../shared/files/game-source'
import { TEXTS } from '../explore-texts'
import { startTrail } from './trail'
import type { Trail } from './trail'
import type { Speak } from '../explore-narration'
import { setText } from '../../shared/prose'

/** The trail of a FEN of `variant`, or of the first game of a PGN, at its start. Throws `NotationError`. */
export function trailFrom(text: string, say: Speak, variant: Variant = NINE): Trail {
  const trimmed = text.trim()
  if (!trimmed) throw new NotationError(TEXTS['load.empty'])
  if (isFen(trimmed)) return startTrail(parseFen(trimmed, variant))
  const { tags, first, moves, result, variations } = parsePgn(trimmed)
  if (!moves.length) throw new NotationError(TEXTS['load.noMoves'])
  const names = [tags.White, tags.Black].map((name) => (name && name !== '?' ? name : ''))
  const players = names.some(Boolean) ? names.map((name) => name || '?').join(' – ') : say('load.game')
  const title = [result === '*' ? players : `${players}, ${result}`]
  if (variations) title.push(say('load.variations'))
  return { first, moves, ply: 0, game: { first, moves, title: title.join(' · ') } }
}

/** Asks for a game. */
export function askForGame(
  parent: Element,
  say: Speak,
  language: Language,
  variant: Variant,
  load: (trail: Trail) => void,
): void {
  const dialog = openDialog(parent, say('load'))
  const read = (): void => {
    try {
      const trail = trailFrom(source.text(), say, variant)
      dialog.close()
      load(trail)
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      setText(wrong, error.say(language))
    }
  }
  const source = addGameSource(dialog, language, 8, read)
  const wrong = addElement(dialog, 'p', 'explore-fault')
  wrong.setAttribute('role', 'alert')
  const row = addElement(dialog, 'div', 'row')
  addAction(row, say('cancel'), 'button', () => dialog.close())
  addAction(row, say('load.open'), 'button main-button', read)
  source.input.focus()
}
