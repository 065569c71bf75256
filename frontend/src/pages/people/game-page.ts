/** The page of a game with people: loads it and shows it; looking takes no seat. */
import { addElement } from '../../board/dom'
import { ApiError, isAbort } from '../../shell/services/api'
import type { Mount, MountedPage, PageContext } from '../../shell/services/page'
import { addAction, addLink } from '../../ui/controls'
import { gameIdOf } from '../../shell/services/paths'
import { sleep } from '../../shell/services/sleep'
import { GameRoom } from './game/game-room'
import type { Words } from './game/online-narration'
import type { GameDocument } from '../../generated/api'
import { people } from '../../online/people-api'
import { describeFailure } from './shared/people-narration'
import './people.css'
import { createSay } from '../../texts/texts'

const MISSING = 404

/** Milliseconds between two attempts to reach the server. */
const PAUSE = 1000

class GamePage implements MountedPage {
  private room: GameRoom | null = null
  private readonly words: Words
  private readonly id: string

  constructor(
    private readonly root: HTMLElement,
    private readonly context: PageContext,
  ) {
    const { speech } = context
    this.id = gameIdOf(context.url)
    this.words = {
      say: createSay(speech, 'online'),
      shared: createSay(speech, 'people'),
      ofBoard: createSay(speech, 'board'),
    }
    void this.enter()
  }

  unmount(): void {
    this.room?.leave()
  }

  /** Tries until the server answers. */
  private async enter(): Promise<void> {
    const { signal } = this.context
    this.showCard(this.words.say('loading'), '')
    while (!signal.aborted) {
      try {
        this.show(await people.game(this.id, signal))
        return
      } catch (error) {
        if (isAbort(error) || this.explain(error)) return
        await sleep(PAUSE, signal).catch(() => undefined)
      }
    }
  }

  private show(game: GameDocument): void {
    this.root.replaceChildren()
    this.room = new GameRoom(this.root, this.context, game, this.words, (error) => {
      this.room?.leave()
      this.room = null
      this.explain(error)
    })
  }

  /** Shows why the game cannot be shown; returns whether another attempt is pointless. */
  private explain(error: unknown): boolean {
    const { say, shared } = this.words
    const isRefused = error instanceof ApiError
    if (isRefused && error.problem.status === MISSING) this.showCard(say('missing'), say('missingHelp'), true)
    else {
      const { title, text } = describeFailure(error, shared)
      this.showCard(title, text, isRefused)
    }
    return isRefused
  }

  private showCard(title: string, text: string, isFinal = false): void {
    const { shared } = this.words
    this.root.replaceChildren()
    const card = addElement(this.root, 'section', 'card message')
    card.setAttribute('role', 'status')
    addElement(card, 'h1').textContent = title
    if (text) addElement(card, 'p').textContent = text
    if (!isFinal) return
    const row = addElement(card, 'div', 'row')
    addAction(row, shared('again'), 'button', () => void this.enter())
    addLink(row, shared('toPeople'), './people', 'button main-button')
  }
}

export const mount: Mount = (root, context) => new GamePage(root, context)
