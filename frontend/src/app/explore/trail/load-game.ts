/** Loads a game to walk through: the dialog, and reading the text. */
import { addElement, setText } from '../../../board/dom'
import { NotationError, parseFen } from '../../../rules/notation'
import type { Language } from '../../../bilingual'
import { parsePgn } from '../../shared/pgn'
import { addAction, openDialog } from '../../shared/controls'
import { TEXTS } from '../explore-texts'
import { startTrail } from './trail'
import type { Trail } from './trail'
import type { Speak } from '../explore-narration'

/** The contents of a game file. */
export interface Survey {
  readonly games: number
  readonly variations: number
}

const TAG = /\[\s*[^\s"[\]]+\s*"(?:[^"\\]|\\.)*"\s*\]/g
const COMMENT = /\{[^}]*\}|;[^\n]*/g
const PARTS = /(<tag>)|([()])|(1-0|0-1|1\/2-1\/2|\*)(?=[\s()]|$)|[^\s()]+/g

/** Counts the games, and the variations of the first one, the only one that is read. */
export function survey(text: string): Survey {
  const bare = text.replace(TAG, ' <tag> ').replace(COMMENT, ' ')
  let games = 0
  let variations = 0
  let depth = 0
  let hasMoves = false
  for (const [, tag, bracket, result] of bare.matchAll(PARTS)) {
    if (bracket) {
      if (bracket === '(' && depth === 0 && games === 0) variations += 1
      depth = Math.max(0, depth + (bracket === '(' ? 1 : -1))
    } else if (depth === 0) {
      if (result || (tag && hasMoves)) games += 1
      hasMoves = !result && !tag
    }
  }
  return { games: games + (hasMoves ? 1 : 0), variations }
}

/** The trail of a PGN or FEN, at its start. Throws `NotationError`. */
export function trailFrom(text: string, say: Speak): Trail {
  const trimmed = text.trim()
  if (!trimmed) throw new NotationError(TEXTS['load.empty'])
  if (/^[O@*]{8}\//.test(trimmed)) return startTrail(parseFen(trimmed))
  const { tags, first, moves, result } = parsePgn(trimmed)
  if (!moves.length) throw new NotationError(TEXTS['load.noMoves'])
  const names = [tags.White, tags.Black].map((name) => (name && name !== '?' ? name : ''))
  const players = names.some(Boolean) ? names.map((name) => name || '?').join(' – ') : say('load.game')
  const { games, variations } = survey(trimmed)
  const title = [result === '*' ? players : `${players}, ${result}`]
  if (games > 1) title.push(say('load.first', { count: games }))
  if (variations) title.push(say('load.variations'))
  return { first, moves, ply: 0, game: { first, moves, title: title.join(' · ') } }
}

/** Asks for a game. */
export function askForGame(parent: Element, say: Speak, language: Language, load: (trail: Trail) => void): void {
  const dialog = openDialog(parent, say('load'))
  const label = addElement(dialog, 'label', 'field')
  addElement(label, 'span', 'note').textContent = say('load.help')
  const input = addElement(label, 'textarea', 'input')
  input.rows = 8
  input.spellcheck = false
  const picker = addElement(dialog, 'input', 'picker')
  picker.type = 'file'
  picker.accept = '.pgn,.fen,.txt,text/plain'
  picker.setAttribute('aria-label', say('load.file'))
  const wrong = addElement(dialog, 'p', 'explore-fault')
  wrong.setAttribute('role', 'alert')
  const read = (text: string): void => {
    try {
      const trail = trailFrom(text, say)
      dialog.close()
      load(trail)
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      setText(wrong, error.say(language))
    }
  }
  picker.addEventListener('change', () => {
    void picker.files?.[0]?.text().then((text) => {
      input.value = text
      return read(text)
    })
  })
  const row = addElement(dialog, 'div', 'row')
  addAction(row, say('cancel'), 'button', () => dialog.close())
  addAction(row, say('load.open'), 'button main-button', () => read(input.value))
  input.focus()
}
