/** Finished games: search, open in Review and Explore, export, delete. */
import type { TargetedSubmitEvent, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { VARIANT_NAMES } from '../../../core/rules/variants'
import type { GameSummary } from '../../../generated/api'
import { Button } from '../../../ui/components'
import { Confirmation } from '../../../ui/dialog'
import { GameRow } from './game-rows'
import { RESULTS, canChooseResult } from './lobby'
import type { Lobby, Search } from './lobby'
import { describeDay, describeOutcome, describePlayers, describeVariant, useWords } from './lobby-words'

interface LobbyProps {
  readonly lobby: Lobby
}

export function OldGames({ lobby }: LobbyProps): VNode {
  const words = useWords()
  const { say } = words
  const [doomed, setDoomed] = useState<GameSummary | null>(null)
  const found = lobby.found.value
  const next = lobby.next.value
  return (
    <section class="card old-games">
      <div class="old-head">
        <h2>{say('old')}</h2>
        <Button class="button" onClick={() => void lobby.export()}>{say('exportAll')}</Button>
      </div>
      <SearchForm lobby={lobby} />
      <ul class="game-lines">
        {found?.map((game) => (
          <GameRow
            key={game.id}
            game={game}
            details={[say('moves', { count: game.plies }), describeDay(game.ended, words)]}
            mark={describeOutcome(game, words)}
            isMarked={game.outcome !== null && game.outcome.winner === game.you}
          >
            {game.plies > 0 && (['review', 'explore'] as const).map((page) => (
              <Button class="button" onClick={() => void lobby.study(game, page)}>{say(page)}</Button>
            ))}
            {game.you && (
              <Button
                class="button"
                aria-label={say('removeOf', { game: describePlayers(game, words) })}
                onClick={() => setDoomed(game)}
              >
                {say('remove')}
              </Button>
            )}
          </GameRow>
        ))}
      </ul>
      <p class="note" role="status">{found?.length === 0 && say('oldNone')}</p>
      {next !== null && <Button class="button" onClick={() => void lobby.find(next)}>{say('more')}</Button>}
      {doomed && (
        <Confirmation
          question={say('removeSure')} yes={say('remove')}
          act={() => void lobby.remove(doomed)}
          close={() => setDoomed(null)}
        />
      )}
    </section>
  )
}

function SearchForm({ lobby }: LobbyProps): VNode {
  const words = useWords()
  const { say, shared } = words
  const search = lobby.search.value
  const change = (part: Partial<Search>): void => {
    lobby.search.value = { ...search, ...part }
  }
  const choose = (part: Partial<Search>): void => {
    change(part)
    void lobby.find()
  }
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void lobby.find()
  }
  const whose = (['mine', 'all'] as const).map((value) => ({ value, text: say(`whose.${value}`) }))
  const variants = VARIANT_NAMES.map((value) => ({ value, text: describeVariant(value, words) }))
  const results = RESULTS.map((value) => ({ value, text: shared(`result.${value}`) }))
  const name = say(search.whose === 'all' ? 'player' : 'opponent')
  return (
    <form class="old-form" onSubmit={submit}>
      <Menu title={say('whose')} options={whose} chosen={search.whose} choose={(value) => choose({ whose: value })} />
      <input
        class="input" type="search" placeholder={name} aria-label={name} value={search.name}
        onInput={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Menu
        title={say('game')} options={[{ value: '', text: say('anyVariant') }, ...variants]} chosen={search.variant}
        choose={(variant) => choose({ variant })}
      />
      <Menu
        title={say('result')} options={[{ value: '' as const, text: say('anyResult') }, ...results]} chosen={search.result}
        disabled={!canChooseResult(search)}
        choose={(result) => choose({ result })}
      />
      <button class="button">{say('search')}</button>
    </form>
  )
}

interface MenuProps<Value extends string> {
  readonly title: string
  readonly options: readonly { readonly value: Value; readonly text: string }[]
  readonly chosen: Value
  readonly disabled?: boolean
  choose(value: Value): void
}

function Menu<Value extends string>({ title, options, chosen, disabled = false, choose }: MenuProps<Value>): VNode {
  return (
    <select
      class="input" aria-label={title} value={chosen} disabled={disabled}
      onChange={({ currentTarget }) => choose(currentTarget.value as Value)}
    >
      {options.map(({ value, text }) => <option value={value}>{text}</option>)}
    </select>
  )
}
