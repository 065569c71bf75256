/** What the lobby shows: who the visitor is, the games to join or to go on with, and finished ones. */
import { signal } from '@preact/signals'
import type {
  GameDocument,
  GameRequest,
  GameSummary,
  GamesDocument,
  LobbyDocument,
  PlayerDocument,
} from '../../../generated/api'
import type { Variant } from '../../../core/rules/variant'
import { NotationError } from '../../../core/rules/notation'
import { keepForReview } from '../../../files/kept-game'
import { keepForExplore } from '../../../files/saved-trail'
import { matchOf } from '../../../online/online-game'
import { gameAddress, people } from '../../../online/people-api'
import type { GamesQuery } from '../../../online/people-api'
import { variantOfAddress } from '../../../shell/services/addresses'
import { isAbort } from '../../../shell/services/api'
import { keepSecret, ownSecret, secretOf } from '../../../shell/services/identity'
import type { PageContext } from '../../../shell/services/page'
import { sleep } from '../../../shell/services/sleep'
import { createSay } from '../../../texts/texts'
import { saveFile } from '../../../ui/copying'
import { titleOf } from '../shared/people-narration'

/** Milliseconds before the lobby is followed again after a stream has ended: it is full, or the server was away. */
const PAUSE = 4000

const NOBODY: PlayerDocument = { id: '', name: null, rating: {} }
const NONE: GamesDocument = { games: [], next: null }

export const RESULTS = ['won', 'lost', 'drawn'] as const

/** Which finished games to look for. */
export interface Search {
  readonly whose: 'mine' | 'all'
  /** The opponent's name, or of everybody's games a player's. */
  readonly name: string
  readonly variant: string
  readonly result: (typeof RESULTS)[number] | ''
}

/** Who the game is to be with. */
export type Rival = 'friend' | 'computer'

/** What a new game begins with: a rival, a variant, and the text of a position, which may be empty. */
export interface Beginning {
  readonly rival: Rival
  readonly variant: Variant
  readonly fen: string
}

export class Lobby {
  readonly me = signal<PlayerDocument>(NOBODY)
  readonly games = signal<LobbyDocument>({ open: [], yours: [] })
  readonly search = signal<Search>({ whose: 'mine', name: '', variant: '', result: '' })
  /** The finished games that were found; null before the first answer. */
  readonly found = signal<readonly GameSummary[] | null>(null)
  /** Where the games after these begin; null if there are none. */
  readonly next = signal<string | null>(null)
  /** What went wrong last: an error, or that there is nothing to export. */
  readonly trouble = signal<unknown>(null)
  /** The game whose terms are being asked for. */
  readonly beginning = signal<Beginning | null>(null)
  /** The secret of a private link that would replace the visitor's own. */
  readonly offered = signal<string | null>(null)
  /** Ends the stream of the lobby, which is then followed anew. */
  private following = new AbortController()
  /** Whether the last stream has failed, which was said. */
  private isCut = false

  constructor(private readonly context: PageContext) {
    document.addEventListener('visibilitychange', () => this.following.abort(), { signal: context.signal })
    void this.refresh()
    void this.keepFollowing()
  }

  /** Does what an address asks for: take over the identity of a private link, or begin a game from a position. */
  arrive(url: URL): void {
    const secret = secretOf(url)
    const fen = url.searchParams.get('fen')?.replaceAll('_', ' ')
    if (!secret && !fen) return
    this.context.replaceAddress('./people') // the secret should not stay in sight, and coming back should not ask again
    const own = ownSecret()
    if (secret && own && own !== secret) this.offered.value = secret
    else if (secret) this.adopt(secret)
    try {
      if (fen) this.beginning.value = { rival: 'friend', variant: variantOfAddress(url), fen }
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      this.trouble.value = error
    }
  }

  adopt(secret: string): void {
    keepSecret(secret)
    this.context.announce(createSay(this.context.speech, 'lobby')('adopted'))
    void this.refresh()
    this.following.abort()
  }

  /** Creates a game, and goes to it; resolves with what is wrong, or null. */
  create(challenge: GameRequest): Promise<unknown> {
    return this.begin(() => people.create(challenge))
  }

  /** Goes to the game that a request makes; resolves with what is wrong, or null. */
  async begin(ask: () => Promise<GameDocument>, hash = ''): Promise<unknown> {
    try {
      const game = await ask()
      this.context.navigate(gameAddress(game.id) + hash)
      return null
    } catch (error) {
      this.trouble.value = error
      return error
    }
  }

  /** Changes the visitor's name; resolves with what is wrong, or null. */
  async rename(name: string | null): Promise<unknown> {
    try {
      this.me.value = await people.rename(name)
      return null
    } catch (error) {
      return error
    }
  }

  /** Looks for finished games: the first ones, or those after the ones that are shown. */
  async find(before: string | null = null): Promise<void> {
    const { whose, name, variant, result } = this.search.value
    const isMine = whose === 'mine'
    const whom = isMine ? { mine: true, opponent: name.trim() } : { player: name.trim() }
    const chosen = canChooseResult(this.search.value) && result ? result : null
    const query: GamesQuery = { state: 'finished', ...whom, variant, before, result: chosen }
    const isNobody = isMine && !ownSecret()
    const answer = isNobody ? NONE : await this.attempt(() => people.games(query, this.context.signal))
    if (!answer) return
    this.found.value = before === null ? answer.games : [...(this.found.value ?? []), ...answer.games]
    this.next.value = answer.next
  }

  /** Opens a finished game on another page. */
  async study({ id }: GameSummary, page: 'review' | 'explore'): Promise<void> {
    const game = await this.attempt(() => people.game(id, this.context.signal))
    if (!game) return
    const match = matchOf(game)
    const title = titleOf(game, createSay(this.context.speech, 'people'))
    this.context.navigate(page === 'review' ? keepForReview(match) : keepForExplore(match, game.moves.length, title))
  }

  async remove({ id }: GameSummary): Promise<void> {
    const isGone = await this.attempt(() => people.remove(id).then(() => true))
    if (isGone) this.found.value = this.found.value?.filter((game) => game.id !== id) ?? null
  }

  /** Saves all finished games of the visitor as a file. */
  async export(): Promise<void> {
    const text = ownSecret() ? await this.attempt(() => people.export(this.context.signal)) : ''
    if (text === '') this.trouble.value = 'exportNone'
    else if (text !== null) saveFile(new Blob([text], { type: 'application/x-chess-pgn' }), 'merels-games.pgn')
  }

  /** Asks who the visitor is, and for finished games. */
  private async refresh(): Promise<void> {
    const me = ownSecret() ? await this.attempt(() => people.me(this.context.signal)) : null
    if (me) this.me.value = me
    await this.find()
  }

  /** Follows the lobby while the page is visible, until it is left. */
  private async keepFollowing(): Promise<void> {
    const { signal: leaving } = this.context
    while (!leaving.aborted) {
      this.following = new AbortController()
      const stop = AbortSignal.any([leaving, this.following.signal])
      try {
        if (document.visibilityState === 'visible') await this.follow(stop)
        await sleep(PAUSE, stop)
      } catch (error) {
        if (!isAbort(error)) throw error
      }
    }
  }

  private async follow(stop: AbortSignal): Promise<void> {
    try {
      for await (const games of people.lobby(stop)) {
        this.games.value = games
        if (this.isCut) this.trouble.value = null
        this.isCut = false
      }
    } catch (error) {
      stop.throwIfAborted()
      this.isCut = true
      this.trouble.value = error
    }
  }

  /** What a request answers; null if it fails, and then the page says why. */
  private async attempt<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    this.trouble.value = null // not with the answer: of two requests at once, one may fail
    try {
      return await ask()
    } catch (error) {
      if (!isAbort(error)) this.trouble.value = error
      return null
    }
  }
}

/** Whether games can be told apart by their result: won by whom? */
export function canChooseResult({ whose, name }: Search): boolean {
  return whose === 'mine' || name.trim() !== ''
}
