/** The Play page: a game against the computer, or between two people at one board. */
import type { VNode } from 'preact'
import { matchOutcome, variantOf } from '../../core/match/match'
import { other, phase } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { currentPosition } from '../../core/session/session'
import { SOLVING } from '../../shell/services/addresses'
import type { Mount } from '../../shell/services/page'
import { GameScreen } from '../../ui/game-screen'
import type { Player } from '../../ui/game-screen'
import { describeSide, resultOf, sideName } from '../../ui/match-narration'
import { nameOf } from '../../ui/variant-menu'
import { mountPage, useOwned, usePage, useSay } from '../../ui/view'
import { PlayGame } from './play-game'
import { PlayPanel } from './play-panel'
import { askWhether } from '../../ui/dialogs'
import { askForSetup } from './setup-dialog'
import type * as Files from './files'

type LoadFiles = () => Promise<typeof Files>

interface PlayProps {
  readonly url: URL
  readonly loadFiles: LoadFiles
}

export const mountWith = (loadFiles: LoadFiles): Mount =>
  mountPage(({ url }) => <PlayPage key={url.href} url={url} loadFiles={loadFiles} />)

function PlayPage({ url, loadFiles }: PlayProps): VNode {
  const context = usePage()
  const say = useSay('play')
  const game = useOwned(() => new PlayGame(context, url))
  const { match, options: { value: { bar } } } = game
  const bottom = match.setup.human
  const open = (name: string) => {
    const parent = document.querySelector('main')!
    if (name === 'resign') askWhether(parent, say('resignSure'), say('resign'), say('cancel'), () => game.resign())
    if (name === 'newGame') askForSetup(parent, match.setup, variantOf(match), context, say, (setup) => game.begin(setup))
    if (name === 'files') void loadFiles().then(({ openGameFiles }) => openGameFiles(parent, { match, viewed: game.viewed.value, adopt: (m) => game.adopt(m) }, context, say))
  }
  return (
    <GameScreen
      class="play"
      title={say('title', { game: nameOf(variantOf(match), context.speech) })}
      game={game}
      players={[usePlayer(game, other(bottom)), usePlayer(game, bottom)]}
      bar={bar ? game.coach.bar : null}
      result={resultOf(match, say)}
      rematch={() => game.rematch()}
      review={() => game.review()}
    >
      <PlayPanel game={game} open={open} />
    </GameScreen>
  )
}

/** A side of the game as it is shown. */
function usePlayer(game: PlayGame, color: Color): Player {
  const say = useSay('play')
  const { match, shown } = game
  const position = currentPosition(shown)
  const isExact = color === match.setup.human ? null : game.exactness.isExact.value
  return {
    color,
    name: sideName(match, color, say),
    doing: describeSide(match, color, phase(position, color), say),
    isActive: position.turn === color && !matchOutcome(match),
    note: isExact === null ? null : isExact ? (
      <span class="player-phase player-exact">{say('exact.yes')}</span>
    ) : (
      <a class="player-phase player-exact" href={SOLVING} title={say('exact.get')}>{say('exact.no')}</a>
    ),
  }
}
