/** The dialog for saving and loading. */
import { addElement } from '../board/dom'
import { addAction, addLink, addTextArea, openDialog } from './controls'
import { addCopyButton } from './copying'
import { addGameSource } from './game-source'
import { setText } from './prose'
import type { Speech, Say } from '../texts/texts'

/** What the dialog for saving and loading needs. */
export interface Files {
  readonly pgn: string
  readonly fen: string
  readonly speech: Speech
  /** Loads a text; returns what is wrong with it, or null. */
  load(text: string): string | null
}

/** Shows the game as text, and loads another. */
export function openFiles(parent: Element, files: Files, say: Say<'play'>, announce: (text: string) => void): void {
  const dialog = openDialog(parent, say('filesTitle'))
  dialog.classList.add('wide-dialog')
  const columns = addElement(dialog, 'div', 'files')
  const saving = addElement(columns, 'section')
  addElement(saving, 'h3').textContent = say('thisGame')
  addText(saving, say('pgn'), files.pgn, 7)
  const row = addElement(saving, 'div', 'row start')
  addCopyButton(row, 'button', files.pgn, say, announce)
  const file = URL.createObjectURL(new Blob([files.pgn], { type: 'application/x-chess-pgn' }))
  const link = addLink(row, say('download'), file, 'button')
  link.download = 'merels.pgn'
  dialog.addEventListener('close', () => URL.revokeObjectURL(file))
  addText(saving, say('fen'), files.fen, 2)
  addCopyButton(addElement(saving, 'div', 'row start'), 'button', files.fen, say, announce)

  const loading = addElement(columns, 'section')
  addElement(loading, 'h3').textContent = say('loadTitle')
  const load = (): void => {
    const problem = files.load(source.text())
    setText(wrong, problem ?? '')
    if (problem === null) dialog.close()
  }
  const source = addGameSource(loading, files.speech, 7, load)
  const wrong = addElement(loading, 'p', 'wrong')
  wrong.setAttribute('role', 'alert')
  const end = addElement(dialog, 'div', 'row')
  addAction(end, say('close'), 'button', () => dialog.close())
  addAction(end, say('load'), 'button main-button', load)
}

function addText(parent: Element, title: string, text: string, rows: number): void {
  const area = addTextArea(parent, title, rows)
  area.readOnly = true
  area.value = text
}
