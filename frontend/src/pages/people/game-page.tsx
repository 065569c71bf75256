/** The page of a game with people: loads it and shows it; looking takes no seat. */
import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import { OnlineGame } from '../../online/online-game'
import { people } from '../../online/people-api'
import { ApiError, isAbort } from '../../shell/services/api'
import type { PageContext } from '../../shell/services/page'
import { gameIdOf } from '../../shell/services/paths'
import { sleep } from '../../shell/services/sleep'
import { Button, Message } from '../../ui/components'
import { mountPage, useOwned, usePage, useSay } from '../../ui/view'
import { Room } from './game/room'
import { RoomView } from './game/room-view'
import { describeFailure } from './shared/people-narration'
import './people.css'

const MISSING = 404

/** Milliseconds between two attempts to reach the server. */
const PAUSE = 1000

export const mount = mountPage(GamePage)

/** Looks for the game of an address, and enters its room. */
class Visit {
  readonly room = signal<Room | null>(null)
  /** Why the game cannot be shown; null while nothing is wrong. */
  readonly error = signal<unknown>(null)

  constructor(private readonly context: PageContext) {
    void this.enter()
  }

  destroy(): void {
    this.room.peek()?.destroy()
  }

  /** Tries until the server answers. */
  async enter(): Promise<void> {
    const { url, signal: leaving } = this.context
    this.error.value = null
    while (!leaving.aborted) {
      try {
        const game = await people.game(gameIdOf(url), leaving)
        this.room.value = new Room(this.context, new OnlineGame(game, performance.now()), (error) => this.leave(error))
        return
      } catch (error) {
        if (isAbort(error)) return
        this.error.value = error
        if (error instanceof ApiError) return // another attempt would be pointless
        await sleep(PAUSE, leaving).catch(() => undefined)
      }
    }
  }

  private leave(error: ApiError): void {
    this.destroy()
    this.room.value = null
    this.error.value = error
  }
}

function GamePage(): VNode {
  const context = usePage()
  const visit = useOwned(() => new Visit(context))
  const room = visit.room.value
  return room ? <RoomView room={room} /> : <Trouble visit={visit} />
}

/** In place of a game that is not there, or not yet. */
function Trouble({ visit }: { readonly visit: Visit }): VNode {
  const say = useSay('online')
  const shared = useSay('people')
  const error = visit.error.value
  const isRefused = error instanceof ApiError
  const { title, text } =
    error === null ? { title: say('loading'), text: '' }
    : isRefused && error.problem.status === MISSING ? { title: say('missing'), text: say('missingHelp') }
    : describeFailure(error, shared)
  return (
    <Message title={title} role="status">
      {text && <p>{text}</p>}
      {isRefused && (
        <div class="row">
          <Button class="button" onClick={() => void visit.enter()}>{shared('again')}</Button>
          <a class="button main-button" href="./people">{shared('toPeople')}</a>
        </div>
      )}
    </Message>
  )
}
