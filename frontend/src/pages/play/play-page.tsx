/** The Play page: a game against the computer, or between two people at one board. */
import type { VNode } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { matchOutcome, variantOf } from '../../core/match/match'
import { other, phase } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { currentPosition } from '../../core/session/session'
import { SOLVING } from '../../shell/services/addresses'
import type { Mount } from '../../shell/services/page'
import { GameScreen } from '../../ui/game-screen'
import type { Evaluated, Player } from '../../ui/game-screen'
import { describeSide, resultOf, sideName } from '../../ui/match-narration'
import { nameOf } from '../../ui/variant-words'
import { mountPage, useOwned, usePage, useRequest, useSay, whenIdle } from '../../ui/view'
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
  useEffect(() => whenIdle(() => {
    for (const each of [load.dialogs, load.advice]) each().catch(() => undefined) // whoever needs it asks again
  }), [])
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
      {game.dialog.value !== null && <LoadedDialog game={game} load={load.dialogs} />}
    </GameScreen>
  )
}

interface LoadedDialogProps {
  readonly game: PlayGame
  readonly load: Loaders['dialogs']
}

/** The dialog that is open, once it is loaded. */
function LoadedDialog({ game, load }: LoadedDialogProps): VNode | null {
  const [{ answer, error }] = useRequest(load)
  useLayoutEffect(() => {
    if (error === undefined) return
    game.tellMissing()
    game.dialog.value = null
  }, [error])
  return answer ? <answer.OpenDialog game={game} /> : null
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
