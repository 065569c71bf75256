/** The panel beside the board of a game with people: whose turn it is, offers, commands, phrases, moves. */
import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { PHRASES } from '../../../online/documents'
import type { Phrase } from '../../../online/documents'
import { Button, Check, Command, Prose } from '../../../ui/components'
import { Confirmation } from '../../../ui/dialog'
import { PassButton } from '../../../ui/game-screen'
import { MoveList } from '../../../ui/moves'
import { usePage, useSay } from '../../../ui/view'
import {
  declinedOf, describeDoing, describeRematch, describeSaying, describeTerms, describeTurn, offersOf, useWords,
} from './online-narration'
import { Report } from './report'
import type { Room } from './room'

/** The last phrases that are shown. */
const SHOWN = 3

interface RoomProps {
  readonly room: Room
}

export function RoomPanel({ room }: RoomProps): VNode {
  const words = useWords()
  const { say } = words
  const { game, report: { value: report } } = room
  const isPlayer = game.you !== null
  return (
    <section class="panel card">
      <p class="note game-terms">{describeTerms(room, words)}</p>
      <Status room={room} />
      {room.isLost.value && <p class="verdict is-bad">{say('lost')}</p>}
      <Offers room={room} />
      {game.state === 'finished' ? <CommandsAfter room={room} /> : isPlayer && <Commands room={room} />}
      {room.viewed.value !== null && (
        <Button class="button" onClick={() => room.look(room.total)}>{say('back')}</Button>
      )}
      {isPlayer && <Phrases room={room} />}
      <Said room={room} />
      {report !== undefined && <Report report={report} />}
      <section class="moves-box">
        <MoveList game={room} />
      </section>
      <Sounds room={room} />
    </section>
  )
}

/** Whose turn it is, and what the visitor can do. */
function Status({ room }: RoomProps): VNode {
  const words = useWords()
  const { game, total, viewed: { value: viewed } } = room
  const wrong = viewed === null ? room.wrong.value : null
  return (
    <div class="turn-box">
      <h2>{viewed === null ? describeTurn(game, words) : words.say('viewing', { ply: viewed, total })}</h2>
      <p class={wrong ? 'hint is-wrong' : 'hint'}>
        {viewed === null && <Prose text={wrong?.() ?? describeDoing(room, words)} />}
      </p>
      <PassButton game={room} />
    </div>
  )
}

/** What is on offer, and which offers of the visitor were declined. */
function Offers({ room }: RoomProps): VNode {
  const say = useSay('online')
  const { game } = room
  const offers = offersOf(game).filter(({ what }) => what !== 'rematch')
  return (
    <div class="offers">
      {declinedOf(game).map((what) => <p class="verdict" key={what}>{say(`declined.${what}`)}</p>)}
      {offers.map(({ what, isOwn }) => (
        <div class="verdict" key={what}>
          <p>{say(isOwn ? `own.${what}` : `offer.${what}`)}</p>
          {!isOwn && (
            <div class="row">
              <Button class="button main-button" onClick={() => room.ask({ type: 'accept', what })}>{say('accept')}</Button>
              <Button class="button" onClick={() => room.ask({ type: 'decline', what })}>{say('decline')}</Button>
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

/** What the visitor can ask for while the game goes on. */
function Commands({ room }: RoomProps): VNode {
  const say = useSay('online')
  const [isResigning, setResigning] = useState(false)
  const { moves, offers, rated } = room.game
  const canTakeBack = moves.length > 0 && !rated && !offers.takeback && !room.isAsking('takeback')
  const canOffer = moves.length > 0 && !offers.draw && !room.isAsking('offer_draw')
  return (
    <>
      <div class="commands playing">
        <Command name="takeback" icon="undo" text={say('takeback')} disabled={!canTakeBack} act={() => room.ask({ type: 'takeback' })} />
        <Command name="draw" icon="draw" text={say('draw')} disabled={!canOffer} act={() => room.ask({ type: 'offer_draw' })} />
        <Command name="resign" icon="flag" text={say('resign')} disabled={room.isAsking('resign')} act={() => setResigning(true)} />
      </div>
      {isResigning && (
        <Confirmation
          question={say('resignSure')}
          yes={say('resign')}
          act={() => room.ask({ type: 'resign' })}
          close={() => setResigning(false)}
        />
      )}
    </>
  )
}

/** What there is to do after the game. */
function CommandsAfter({ room }: RoomProps): VNode {
  const { navigate } = usePage()
  const say = useSay('online')
  const { game } = room
  const canRematch = game.rematch_id !== null || (game.offers.rematch !== game.you && !room.isAsking('rematch'))
  return (
    <div class="commands">
      {(game.you || game.rematch_id) && (
        <Command name="rematch" icon="redo" text={describeRematch(game, say)} disabled={!canRematch} act={() => room.rematch()} />
      )}
      <Command name="review" icon="/review" text={say('review')} disabled={!game.moves.length} act={() => room.review()} />
      <Command name="explore" icon="/explore" text={say('explore')} act={() => room.explore()} />
      <Command name="newGame" icon="plus" text={say('newGame')} act={() => navigate('./people')} />
    </div>
  )
}

/** Phrases to say; choosing one closes their list. */
function Phrases({ room }: RoomProps): VNode {
  const say = useSay('online')
  const list = useRef<HTMLDetailsElement>(null)
  const choose = (phrase: Phrase): void => {
    room.ask({ type: 'say', phrase })
    list.current?.removeAttribute('open')
    list.current?.querySelector('summary')?.focus()
  }
  return (
    <details class="talk" ref={list}>
      <summary>{say('talk')}</summary>
      <div class="row">
        {PHRASES.map((phrase) => (
          <Button class="button phrase" onClick={() => choose(phrase)}>{say(`phrase.${phrase}`)}</Button>
        ))}
      </div>
    </details>
  )
}

/** What was said last. */
function Said({ room }: RoomProps): VNode | null {
  const words = useWords()
  const { game } = room
  const said = game.says.slice(-SHOWN)
  if (!said.length) return null
  return (
    <div class="said" aria-label={words.say('talk')}>
      {said.map((each) => <p key={each.seq}>{describeSaying(each, game, words)}</p>)}
    </div>
  )
}

function Sounds({ room }: RoomProps): VNode {
  const { settings } = usePage()
  const say = useSay('online')
  const [isOn, setOn] = useState(settings.hasSounds)
  const change = (isChecked: boolean): void => {
    settings.hasSounds = isChecked
    setOn(isChecked)
    room.stage.sound('place')
  }
  return (
    <div class="options">
      <Check text={say('sounds')} isChecked={isOn} check={change} />
    </div>
  )
}
