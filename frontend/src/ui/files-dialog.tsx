/** The dialog that shows a game as text, and loads another. */
import type { VNode } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from './components'
import { CopyButton } from './copy-button'
import { Dialog } from './dialog'
import { GamePicker, GamePickerFields } from './game-picker'
import { useSay } from './view'

interface FilesDialogProps {
  readonly pgn: string
  readonly fen: string
  /** Loads a text; returns what is wrong with it, or null. */
  load(text: string): string | null
  close(): void
}

export function FilesDialog({ pgn, fen, load, close }: FilesDialogProps): VNode {
  const say = useSay('play')
  const [picker] = useState(() => new GamePicker())
  const [problem, complain] = useState<string | null>(null)
  const file = useMemo(() => URL.createObjectURL(new Blob([pgn], { type: 'application/x-chess-pgn' })), [pgn])
  useEffect(() => () => URL.revokeObjectURL(file), [file])
  const read = (): void => {
    const wrong = load(picker.text)
    complain(wrong)
    if (wrong === null) close()
  }
  return (
    <Dialog title={say('filesTitle')} class="wide-dialog" autofocus close={close}>
      <div class="files">
        <section>
          <h3>{say('thisGame')}</h3>
          <FileText title={say('pgn')} rows={7} text={pgn} />
          <div class="row start">
            <CopyButton class="button" text={pgn} />
            <a class="button" href={file} download="merels.pgn">{say('download')}</a>
          </div>
          <FileText title={say('fen')} rows={2} text={fen} />
          <div class="row start"><CopyButton class="button" text={fen} /></div>
        </section>
        <section>
          <h3>{say('loadTitle')}</h3>
          <GamePickerFields picker={picker} rows={7} load={read} />
          <p class="wrong" role="alert">{problem}</p>
        </section>
      </div>
      <div class="row">
        <Button class="button" onClick={close}>{say('close')}</Button>
        <Button class="button main-button" onClick={read}>{say('load')}</Button>
      </div>
    </Dialog>
  )
}

interface FileTextProps {
  readonly title: string
  readonly rows: number
  readonly text: string
}

/** A text to copy. */
function FileText({ title, rows, text }: FileTextProps): VNode {
  return (
    <label class="field">
      <span class="note">{title}</span>
      <textarea class="input" rows={rows} spellcheck={false} readOnly value={text} />
    </label>
  )
}
