/** Finished games: search, open in Review and Explore, export, delete. */
import { addElement } from '../../../board/dom'
import { VARIANT_NAMES } from '../../../core/rules/variants'
import { askWhether } from '../../../ui/dialogs'
import { addAction } from '../../../ui/controls'
import type { GameSummary, GamesDocument } from '../../../generated/api'
import type { GamesQuery } from '../../../online/people-api'
import { addGameRow, fillList } from './game-rows'
import { describeDay, describeOutcome, describePlayers, describeTerms, describeVariant } from './lobby-words'
import type { LobbyWords } from './lobby-words'
import { setText } from '../../../ui/prose'

const RESULTS = ['won', 'lost', 'drawn'] as const

export interface OldGamesUser {
  /** Resolves with a page of games; null if there is none because of a problem, which the page shows. */
  search(query: GamesQuery): Promise<GamesDocument | null>
  review(game: GameSummary): void
  explore(game: GameSummary): void
  /** Resolves with whether the game is gone. */
  remove(game: GameSummary): Promise<boolean>
  export(): void
}

export class OldGames {
  private readonly card: HTMLElement
  private readonly form: HTMLFormElement
  private readonly list: HTMLElement
  private readonly empty: HTMLElement
  private readonly more: HTMLButtonElement
  private games: readonly GameSummary[] = []
  private next: string | null = null

  constructor(
    parent: Element,
    private readonly words: LobbyWords,
    private readonly user: OldGamesUser,
  ) {
    const { say } = words
    this.card = addElement(parent, 'section', 'card old-games')
    const head = addElement(this.card, 'div', 'old-head')
    addElement(head, 'h2').textContent = say('old')
    addAction(head, say('exportAll'), 'button', () => user.export())
    this.form = this.addForm()
    this.list = addElement(this.card, 'ul', 'game-lines')
    this.empty = addElement(this.card, 'p', 'note')
    this.empty.setAttribute('role', 'status')
    this.more = addAction(this.card, say('more'), 'button', () => void this.load(this.next))
    this.more.hidden = true
  }

  /** Shows the first games that are asked for, or those after `before`. */
  async load(before: string | null = null): Promise<void> {
    const found = await this.user.search(this.query(before))
    if (!found) return
    this.games = before === null ? found.games : [...this.games, ...found.games]
    this.next = found.next
    this.show()
  }

  private show(): void {
    fillList(this.list, this.games, (game) => this.addRow(game))
    setText(this.empty, this.games.length ? '' : this.words.say('oldNone'))
    this.more.hidden = this.next === null
  }

  private addForm(): HTMLFormElement {
    const { say, shared } = this.words
    const form = addElement(this.card, 'form', 'old-form')
    const whose = [['mine', say('whose.mine')], ['all', say('whose.all')]] as const
    const choice = addSelect(form, 'whose', say('whose'), whose)
    const name = addElement(form, 'input', 'input')
    name.name = 'name'
    name.type = 'search'
    const variants = VARIANT_NAMES.map((each) => [each, describeVariant(each, this.words)] as const)
    addSelect(form, 'variant', say('game'), [['', say('anyVariant')], ...variants])
    const results = RESULTS.map((each) => [each, shared(`result.${each}`)] as const)
    const result = addSelect(form, 'result', say('result'), [['', say('anyResult')], ...results])
    const fit = (): void => {
      const isAll = choice.value === 'all'
      const text = say(isAll ? 'player' : 'opponent')
      name.placeholder = text
      name.setAttribute('aria-label', text)
      result.disabled = isAll && !name.value.trim() // won by whom?
    }
    fit()
    addElement(form, 'button', 'button').textContent = say('search')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.load()
    })
    form.addEventListener('input', fit)
    form.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) void this.load()
    })
    return form
  }

  private query(before: string | null): GamesQuery {
    const field = (name: string): string => String(new FormData(this.form).get(name) ?? '').trim()
    const isMine = field('whose') === 'mine'
    return {
      state: 'finished',
      ...(isMine ? { mine: true, opponent: field('name') } : { player: field('name') }),
      variant: field('variant'),
      result: RESULTS.find((each) => each === field('result')) ?? null, // a field that is disabled is empty
      ...(before === null ? {} : { before }),
    }
  }

  private addRow(game: GameSummary): void {
    const { words, user } = this
    const { say } = words
    const players = describePlayers(game, words)
    const texts = [describeTerms(game, words), say('moves', { count: game.plies }), describeDay(game.ended, words)]
    const actions = addGameRow(this.list, game, {
      title: players,
      detail: texts.filter(Boolean).join(' · '),
      mark: describeOutcome(game, words),
      isMarked: game.outcome !== null && game.outcome.winner === game.you,
    })
    if (game.plies) {
      addAction(actions, say('review'), 'button', () => user.review(game))
      addAction(actions, say('explore'), 'button', () => user.explore(game))
    }
    if (!game.you) return
    const remove = addAction(actions, say('remove'), 'button', () => {
      askWhether(this.card, say('removeSure'), say('remove'), say('cancel'), () => void this.remove(game))
    })
    remove.setAttribute('aria-label', say('removeOf', { game: players }))
  }

  private async remove(game: GameSummary): Promise<void> {
    if (!(await this.user.remove(game))) return
    this.games = this.games.filter(({ id }) => id !== game.id)
    this.show()
  }
}

function addSelect(
  form: Element,
  name: string,
  title: string,
  options: readonly (readonly [string, string])[],
): HTMLSelectElement {
  const select = addElement(form, 'select', 'input')
  select.name = name
  select.setAttribute('aria-label', title)
  for (const [value, text] of options) {
    const option = addElement(select, 'option')
    option.value = value
    option.textContent = text
  }
  return select
}
