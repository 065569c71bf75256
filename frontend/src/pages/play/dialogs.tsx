/** The dialogs of Play; loaded when one is opened. */
import type { VNode } from 'preact'
import { fenAt, variantOf } from '../../core/match/match'
import { matchFrom, pgnOf } from '../../files/match-files'
import { Confirmation } from '../../ui/dialog'
import { orFault } from '../../ui/faults'
import { FilesDialog } from '../../ui/files-dialog'
import { usePage, useSay } from '../../ui/view'
import type { PlayGame } from './play-game'
import { SetupDialog } from './setup-dialog'

interface DialogProps {
  readonly game: PlayGame
}

/** The dialog that is open. */
export function OpenDialog({ game }: DialogProps): VNode | null {
  const { speech, announce } = usePage()
  const say = useSay('play')
  const { match, dialog } = game
  const close = (): void => {
    dialog.value = null
  }
  const load = (text: string): string | null => {
    const loaded = orFault(speech, () => matchFrom(text, match.setup, variantOf(match)))
    if (typeof loaded === 'string') return loaded
    game.adopt(loaded)
    announce(say('loaded'))
    return null
  }
  const { value: open } = dialog
  if (open === 'newGame') {
    return <SetupDialog last={match.setup} variant={variantOf(match)} begin={(setup) => game.begin(setup)} close={close} />
  }
  if (open === 'files') return <FilesDialog pgn={pgnOf(match, say)} fen={fenAt(match, game.ply)} load={load} close={close} />
  if (open === 'resign') {
    return <Confirmation question={say('resignSure')} yes={say('resign')} act={() => game.resign()} close={close} />
  }
  if (!open) return null
  return <Confirmation question={say('replaceSure')} yes={say('replace')} act={() => game.adopt(open)} close={close} />
}
