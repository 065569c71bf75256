/** Loads a game to walk through: the dialog, and reading the text. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { startTrail } from '../../core/match/trail'
import type { Trail } from '../../core/match/trail'
import { NotationError, parseFen } from '../../core/rules/notation'
import type { Variant } from '../../core/rules/variant'
import { isFen, parsePgn } from '../../files/pgn'
import { Button, Prose } from '../../ui/components'
import { Dialog } from '../../ui/dialog'
import { describeFault } from '../../ui/faults'
import { GamePicker, GamePickerFields } from '../../ui/game-picker'
import { usePage, useSay } from '../../ui/view'
import type { Speak } from './explore-narration'

/** The trail of a FEN of `variant`, or of the first game of a PGN, at its start. Throws `NotationError`. */
export function trailFrom(text: string, say: Speak, variant: Variant): Trail {
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

interface LoadGameProps {
  readonly variant: Variant
  load(trail: Trail): void
  close(): void
}

export function LoadGame({ variant, load, close }: LoadGameProps): VNode {
  const say = useSay('explore')
  const { speech } = usePage()
  const [picker] = useState(() => new GamePicker())
  const [fault, setFault] = useState<NotationError | null>(null)
  const read = (): void => {
    try {
      load(trailFrom(picker.text, say, variant))
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      setFault(error)
    }
  }
  return (
    <Dialog title={say('load')} close={close}>
      <GamePickerFields picker={picker} rows={8} load={read} />
      <p class="explore-fault" role="alert">{fault && <Prose text={describeFault(fault, speech)} />}</p>
      <div class="row">
        <Button class="button" onClick={close}>{say('cancel')}</Button>
        <Button class="button main-button" onClick={read}>{say('load.open')}</Button>
      </div>
    </Dialog>
  )
}
