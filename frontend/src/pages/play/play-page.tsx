/** The Play page: a game against the computer, or between two people at one board. */
import type { VNode } from 'preact'
import { matchOutcome, variantOf } from '../../core/match/match'
import { other, phase } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { currentPosition } from '../../core/session/session'
import { SOLVING } from '../../shell/services/addresses'
import type { Mount } from '../../shell/services/page'
import { GameScreen } from '../../ui/game-screen'
import type { Evaluated, Player } from '../../ui/game-screen'
import { Later } from '../../ui/later'
import { describeSide, resultOf, sideName } from '../../ui/match-narration'
import { nameOf } from '../../ui/variant-words'
import { mountPage, useLater, useOwned, usePage, useSay } from '../../ui/view'
import { PlayGame } from './play-game'
import type { Loaders } from './play-game'
import { PlayPanel } from './play-panel'

/** What the bar shows until the coach has come. */
const EVEN: Evaluated = { white: 0.5, text: '' }

interface PlayProps {
  readonly url: URL
  readonly load: Loaders
}

export const mountWith = (load: Loaders): Mount =>
  mountPage(({ url }) => <PlayPage key={url.href} url={url} load={load} />)

function PlayPage({ url, load }: PlayProps): VNode {
  const context = usePage()
  const say = useSay('play')
  const game = useOwned(() => new PlayGame(context, url, load))
  const { match, options: { value: { bar } } } = game
  const bottom = match.setup.human
  useLater(load)
  const tellMissing = (): void => {
    game.tellMissing()
    game.dialog.value = null
  }
  return (
    <GameScreen
      class="play"
      title={say('title', { game: nameOf(variantOf(match), context.speech) })}
      game={game}
      players={[usePlayer(game, other(bottom)), usePlayer(game, bottom)]}
      bar={bar ? (game.coach.value?.bar ?? EVEN) : null}
      result={resultOf(match, say)}
      rematch={() => game.rematch()}
      review={() => game.review()}
    >
      <PlayPanel game={game} />
      {game.dialog.value !== null && (
        <Later load={load.dialogs} failed={tellMissing}>{({ OpenDialog }) => <OpenDialog game={game} />}</Later>
      )}
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
