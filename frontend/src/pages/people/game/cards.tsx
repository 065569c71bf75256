/** What is shown until a game begins: the link to send, or the terms and a button to play. */
import { wholeAddress } from '../../../shell/services/root'
import type { ComponentChildren, VNode } from 'preact'
import { variantOf } from '../../../core/match/match'
import { formatFen, startOf } from '../../../core/rules/notation'
import { otherName } from '../../../online/documents'
import { gameAddress } from '../../../online/people-api'
import { Button } from '../../../ui/components'
import { usePage, useSay } from '../../../ui/view'
import { LinkField, QrCode } from '../shared/share-link'
import { describeSeat } from '../shared/people-narration'
import { describeTerms, useWords } from './online-narration'
import type { Room } from './room'

interface RoomProps {
  readonly room: Room
}

interface CardProps extends RoomProps {
  readonly title: string
  readonly children: ComponentChildren
}

function Card({ room, title, children }: CardProps): VNode {
  const words = useWords()
  return (
    <section class="card waiting">
      <h1>{title}</h1>
      <p class="waiting-terms">{describeTerms(room, words)}</p>
      {children}
      <p class="wrong" role="alert">{room.isLost.value ? words.say('lost') : room.wrong.value?.()}</p>
    </section>
  )
}

/** What the creator of a game sees until somebody joins: the link to send, also as a QR code. */
export function WaitingCard({ room }: RoomProps): VNode {
  const say = useSay('online')
  const isQuick = usePage().url.hash === '#quick'
  const link = wholeAddress(gameAddress(room.game.id))
  return (
    <Card room={room} title={say(isQuick ? 'waitingQuick' : 'waiting')}>
      <p>{say(isQuick ? 'waitingQuickHelp' : 'waitingHelp')}</p>
      {isQuick ? <div class="waiting-dots" aria-hidden="true" /> : (
        <>
          <LinkField link={link} />
          {room.game.listed && <p class="note">{say('waitingListed')}</p>}
          <QrCode link={link} caption={say('scan')} />
        </>
      )}
      <div class="row">
        <Button class="button" onClick={() => void room.cancel()}>{say('cancelChallenge')}</Button>
      </div>
    </Card>
  )
}

/** What somebody sees who has opened the link of a game that waits for an opponent. */
export function JoinCard({ room }: RoomProps): VNode {
  const say = useSay('online')
  const shared = useSay('people')
  const { game } = room
  const creator = game.white ? 'white' : 'black'
  const own = otherName(creator)
  const name = describeSeat(game[creator], false, shared)
  return (
    <Card room={room} title={say('invited')}>
      <p>{say(`invited.${own}`, { name }) + say(game.turn === own ? 'invited.first' : 'invited.second')}</p>
      {game.start_fen !== formatFen(startOf(variantOf(room.match))) && <p>{say('invited.setUp')}</p>}
      <div class="row">
        <Button class="button main-button" data-command="join" onClick={() => void room.join()}>{say('join')}</Button>
        <a class="button" href="./people">{say('notNow')}</a>
      </div>
      <p class="note">{say('invited.help')}</p>
    </Card>
  )
}
