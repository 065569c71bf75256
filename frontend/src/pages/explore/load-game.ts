/** Loads a game to walk through: the dialog, and reading the text. */
import { addElement } from '../../board/dom'
import { NotationError, parseFen } from '../../core/rules/notation'
import { NINE } from '../../core/rules/nine'
import type { Variant } from '../../core/rules/variant'
import { isFen, parsePgn } from '../../files/pgn'
import { addAction, openDialog } from '../../ui/controls'
import { addGameSource } from '../../ui/game-source'
import { startTrail } from '../../core/match/trail'
import type { Trail } from '../../core/match/trail'
import type { Speak } from './explore-narration'
import { describeFault } from '../../ui/faults'
import { setText } from '../../ui/prose'
import type { Speech } from '../../texts/texts'

/** The trail of a FEN of `variant`, or of the first game of a PGN, at its start. Throws `NotationError`. */
export function trailFrom(text: string, say: Speak, variant: Variant = NINE): Trail {
  const trimmed = text.trim()
  if (!trimmed) throw new NotationError('nothing')
  if (isFen(trimmed)) return startTrail(parseFen(trimmed, variant))
  const { tags, first, moves, result, variations } = parsePgn(trimmed)
  if (!moves.length) throw new NotationError('noMoves')
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
  speech: Speech,
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
      setText(wrong, describeFault(error, speech))
    }
  }
  const source = addGameSource(dialog, speech, 8, read)
  const wrong = addElement(dialog, 'p', 'explore-fault')
  wrong.setAttribute('role', 'alert')
  const row = addElement(dialog, 'div', 'row')
  addAction(row, say('cancel'), 'button', () => dialog.close())
  addAction(row, say('load.open'), 'button main-button', read)
  source.input.focus()
}
