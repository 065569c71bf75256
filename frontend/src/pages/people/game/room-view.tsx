/** The view of a game with people: a card until it begins, then the board between its players. */
import type { VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { WHITE, colorName, other, phase } from '../../../core/rules/position'
import type { Color } from '../../../core/rules/position'
import { currentPosition } from '../../../core/session/session'
import { GameScreen } from '../../../ui/game-screen'
import type { Player } from '../../../ui/game-screen'
import { useSay } from '../../../ui/view'
import { describeSeat } from '../shared/people-narration'
import { JoinCard, WaitingCard } from './cards'
import { describePlayers, describeRematch, describeWindow, resultOf, useWords } from './online-narration'
import { RoomPanel } from './panel'
import type { Room } from './room'

interface RoomProps {
  readonly room: Room
}

export function RoomView({ room }: RoomProps): VNode {
  const { game } = room
  const title = describeWindow(game, useWords())
  useLayoutEffect(() => {
    document.title = `${title} · Merels`
  })
  if (game.state !== 'open') return <GameView room={room} />
  return game.you ? <WaitingCard room={room} /> : <JoinCard room={room} />
}

function GameView({ room }: RoomProps): VNode {
  const words = useWords()
  const { game, stage } = room
  const bottom = room.online.own ?? WHITE
  const result = resultOf(game, words)
  const hasRematch = game.you !== null || game.rematch_id !== null
  useLayoutEffect(() => {
    if (room.hasJoined) stage.points.focus() // the button that had the focus is gone
  }, [])
  return (
    <GameScreen
      class="play online"
      title={words.say('title', describePlayers(game, words))}
      game={room}
      players={[usePlayer(room, other(bottom)), usePlayer(room, bottom)]}
      result={result && { ...result, rematch: hasRematch ? describeRematch(game, words.say) : null }}
      rematch={() => room.rematch()}
      review={() => room.review()}
    >
      <RoomPanel room={room} />
    </GameScreen>
  )
}

/** A player as shown beside the board. */
function usePlayer({ game, shown, isLost }: Room, color: Color): Player {
  const { say, shared } = useWords()
  const ofPlay = useSay('play')
  const name = colorName(color)
  const seat = game[name]
  const doing = ofPlay(`phase.${phase(currentPosition(shown), color)}`)
  const isAway = seat?.online === false && game.state !== 'finished'
  return {
    color,
    name: describeSeat(seat, game.you === name, shared),
    doing: isAway ? `${say('offline')} · ${doing}` : doing,
    isActive: game.state === 'running' && game.turn === name,
    isOnline: seat?.online === true && !isLost.value, // without a connection, nobody knows
  }
}
