/** The People page: begin a game, join one, go on with one's own, and look at old ones. */
import { addElement } from '../../board/dom'
import { isAbort } from '../../shell/services/api'
import { keepForExplore } from '../../files/saved-trail'
import type { Mount, MountedPage, PageContext } from '../../shell/services/page'
import { askWhether } from '../../ui/dialogs'
import { keepForReview } from '../../files/kept-game'
import { variantOfAddress } from '../../shell/services/addresses'
import { addAction, addLink } from '../../ui/controls'
import { orFault } from '../../ui/faults'
import { keepSecret, ownSecret, secretOf } from '../../shell/services/identity'
import { sleep } from '../../shell/services/sleep'
import { askForChallenge } from './lobby/challenge-dialog'
import type { Beginning } from './lobby/challenge-dialog'
import { addGameRow, fillList } from './lobby/game-rows'
import { describePlayers, describeTerms } from './lobby/lobby-words'
import type { LobbyWords } from './lobby/lobby-words'
import { OldGames } from './lobby/old-games'
import { ProfileCard } from './lobby/profile-card'
import { addStartCard } from './lobby/start-card'
import type { GameDocument, GameSummary } from '../../generated/api'
import { matchOf } from '../../online/online-game'
import { gameAddress, people } from '../../online/people-api'
import { describeFailure, titleOf } from './shared/people-narration'
import { setText } from '../../ui/prose'
import './people.css'
import { createSay } from '../../texts/texts'

/** The games of somebody without an identity. */
const NOTHING = Promise.resolve({ games: [], next: null })

/** Milliseconds between two looks at the games that are open or running. */
const INTERVAL = 4000

class PeoplePage implements MountedPage {
  private readonly words: LobbyWords
  private readonly element: HTMLElement
  private readonly trouble: HTMLElement
  private readonly running: HTMLElement
  private readonly open: HTMLElement
  private readonly none: HTMLElement
  private readonly profile: ProfileCard
  private readonly old: OldGames

  constructor(
    root: HTMLElement,
    private readonly context: PageContext,
  ) {
    const { speech } = context
    this.words = { speech, say: createSay(speech, 'lobby'), shared: createSay(speech, 'people') }
    const { say } = this.words
    this.element = addElement(root, 'div', 'people')
    const head = addElement(this.element, 'header', 'people-head')
    addElement(head, 'h1').textContent = say('title')
    addElement(head, 'p', 'note').textContent = say('intro')
    this.trouble = addElement(this.element, 'div', 'verdict is-bad people-trouble')
    this.trouble.setAttribute('role', 'status')
    this.trouble.hidden = true
    const columns = addElement(this.element, 'div', 'people-columns')
    const main = addElement(columns, 'div', 'people-main')
    addStartCard(main, this.words, {
      challenge: (rival, variant) => this.challenge({ rival, variant, fen: '' }),
      match: (challenge) => void this.begin(() => people.quick(challenge), '#quick'),
    })
    this.running = this.addList(main, say('running'))
    this.showRunning([])
    this.open = this.addList(main, say('open'))
    this.none = addElement(this.open.parentElement ?? main, 'p', 'note')
    setText(this.none, say('openNone'))
    this.profile = new ProfileCard(columns, this.words, {
      announce: (text) => context.announce(text),
      rename: (name) => this.rename(name),
    })
    this.old = new OldGames(this.element, this.words, {
      search: (query) => (query.mine && !ownSecret() ? NOTHING : this.attempt(() => people.games(query, context.signal))),
      review: (game) => void this.study(game, (whole) => keepForReview(matchOf(whole))),
      explore: (game) =>
        void this.study(game, (whole) => keepForExplore(matchOf(whole), whole.moves.length, titleOf(whole, this.words.shared))),
      remove: async ({ id }) => (await this.attempt(async () => ({ done: await people.remove(id) }))) !== null,
      export: () => void this.export(),
    })
    this.navigated(context.url)
    void this.start()
  }

  unmount(): void {
    this.element.remove()
  }

  navigated(url: URL): void {
    this.adopt(url)
    this.propose(url)
  }

  /** Asks for the terms of a game from the position in an address. */
  private propose(url: URL): void {
    const fen = url.searchParams.get('fen')?.replaceAll('_', ' ')
    if (!fen) return
    const variant = orFault(this.words.speech, () => variantOfAddress(url))
    this.context.replaceAddress('./people') // coming back should not ask again
    if (typeof variant === 'string') this.complain(variant, '')
    else this.challenge({ rival: 'friend', variant, fen })
  }

  /** Takes over the identity in a private link, after a question if there is another. */
  private adopt(url: URL): void {
    const secret = secretOf(url)
    if (!secret) return
    const { say } = this.words
    this.context.replaceAddress('./people') // the secret should not stay in sight
    const take = (): void => {
      keepSecret(secret)
      this.context.announce(say('adopted'))
      void this.refresh()
    }
    const own = ownSecret()
    if (own && own !== secret) askWhether(this.element, say('adoptSure'), say('adopt'), say('cancel'), take)
    else take()
  }

  /** Looks at the games until the page is left. */
  private async start(): Promise<void> {
    const { signal } = this.context
    try {
      await this.refresh()
      for (;;) {
        await sleep(INTERVAL, signal)
        if (document.visibilityState === 'visible') await this.look()
      }
    } catch (error) {
      if (!isAbort(error)) throw error
    }
  }

  /** Shows who the visitor is, and all games. */
  private async refresh(): Promise<void> {
    const { signal } = this.context
    if (ownSecret()) {
      const me = await this.attempt(() => people.me(signal))
      if (me) this.profile.update(me)
    } else this.profile.update({ id: '', name: null, rating: {} })
    await Promise.all([this.look(), this.old.load()])
  }

  private async look(): Promise<void> {
    const { signal } = this.context
    const listed = await this.attempt(() => people.games({ state: 'open' }, signal))
    if (listed) this.showOpen(listed.games.filter(({ you }) => you === null))
    if (!ownSecret()) return
    const waiting = await this.attempt(() => people.games({ state: 'open', mine: true }, signal))
    const running = await this.attempt(() => people.games({ state: 'running', mine: true }, signal))
    if (waiting && running) this.showRunning([...waiting.games, ...running.games])
  }

  private showOpen(games: readonly GameSummary[]): void {
    const { say } = this.words
    this.none.hidden = games.length > 0
    fillList(this.open, games, (game) => {
      const actions = addGameRow(this.open, game, {
        title: describePlayers(game, this.words),
        detail: describeTerms(game, this.words),
        mark: '',
        isMarked: false,
      })
      addAction(actions, say('play'), 'button main-button', () => void this.begin(() => people.join(game.id)))
    })
  }

  private showRunning(games: readonly GameSummary[]): void {
    const { say } = this.words
    this.running.parentElement?.toggleAttribute('hidden', games.length === 0)
    fillList(this.running, games, (game) => {
      const isTurn = game.turn === game.you
      addGameRow(this.running, game, {
        title: describePlayers(game, this.words),
        detail: describeTerms(game, this.words),
        mark: game.state === 'open' ? say('waiting') : say(isTurn ? 'yourTurn' : 'theirTurn'),
        isMarked: isTurn && game.state !== 'open',
      })
    })
  }

  private addList(parent: Element, title: string): HTMLElement {
    const card = addElement(parent, 'section', 'card')
    addElement(card, 'h2').textContent = title
    return addElement(card, 'ul', 'game-lines')
  }

  private challenge(beginning: Beginning): void {
    askForChallenge(this.element, beginning, this.words, (challenge) => this.begin(() => people.create(challenge)))
  }

  /** Goes to the game that a request makes; resolves with what is wrong, or null. */
  private async begin(ask: () => Promise<GameDocument>, hash = ''): Promise<string | null> {
    try {
      const game = await ask()
      this.context.navigate(gameAddress(game.id) + hash)
      return null
    } catch (error) {
      const { title, text } = describeFailure(error, this.words.shared)
      this.complain(title, text)
      return text || title
    }
  }

  private async rename(name: string | null): Promise<string | null> {
    try {
      this.profile.update(await people.rename(name))
      return null
    } catch (error) {
      return describeFailure(error, this.words.shared).title
    }
  }

  /** Opens a finished game elsewhere. */
  private async study(summary: GameSummary, keep: (game: GameDocument) => string): Promise<void> {
    const game = await this.attempt(() => people.game(summary.id, this.context.signal))
    if (game) this.context.navigate(keep(game))
  }

  private async export(): Promise<void> {
    const text = ownSecret() ? await this.attempt(() => people.export(this.context.signal)) : ''
    if (text === null) return
    if (!text) return this.complain(this.words.say('exportNone'), '')
    const file = URL.createObjectURL(new Blob([text], { type: 'application/x-chess-pgn' }))
    const link = addLink(this.element, '', file)
    link.download = 'merels-games.pgn'
    link.click()
    link.remove()
    URL.revokeObjectURL(file)
  }

  /** What a request answers; null if it fails, and then the page says why. */
  private async attempt<Result>(ask: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await ask()
      this.trouble.hidden = true
      return result
    } catch (error) {
      if (isAbort(error)) throw error
      const { title, text } = describeFailure(error, this.words.shared)
      this.complain(title, text)
      return null
    }
  }

  private complain(title: string, text: string): void {
    this.trouble.hidden = false
    setText(this.trouble, [title, text].filter(Boolean).join(': '))
  }
}

export const mount: Mount = (root, context) => new PeoplePage(root, context)
