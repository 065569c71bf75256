/** The People page: begin a game, join one, go on with one's own, and look at old ones. */
import type { ComponentChildren, VNode } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { NotationError } from '../../core/rules/notation'
import type { GameSummary } from '../../generated/api'
import { people } from '../../online/people-api'
import type { Mount } from '../../shell/services/page'
import { Button, Prose } from '../../ui/components'
import { Confirmation } from '../../ui/dialog'
import { describeFault } from '../../ui/faults'
import { Later } from '../../ui/later'
import { mountPage, useLater, usePage } from '../../ui/view'
import type { PageProps } from '../../ui/view'
import type * as Challenge from './lobby/challenge-dialog'
import { GameRow } from './lobby/game-rows'
import { Lobby } from './lobby/lobby'
import { useWords } from './lobby/lobby-words'
import type { LobbyWords } from './lobby/lobby-words'
import { OldGames } from './lobby/old-games'
import { ProfileCard } from './lobby/profile-card'
import { StartCard } from './lobby/start-card'
import { describeFailure } from './shared/people-narration'
import './people.css'

/** What the first view does not need. */
type Parts = {
  readonly challenge: () => Promise<typeof Challenge>
}

export const mountWith = (parts: Parts): Mount => mountPage(({ url }) => <PeoplePage url={url} parts={parts} />)

function PeoplePage({ url, parts }: PageProps & { readonly parts: Parts }): VNode {
  useLater(parts)
  const context = usePage()
  const words = useWords()
  const { say } = words
  const [lobby] = useState(() => new Lobby(context))
  useLayoutEffect(() => lobby.arrive(url), [url])
  const { open, yours } = lobby.games.value
  const trouble = lobby.trouble.value
  const beginning = lobby.beginning.value
  const offered = lobby.offered.value
  return (
    <div class="people">
      <header class="people-head">
        <h1>{say('title')}</h1>
        <p class="note">{say('intro')}</p>
      </header>
      <div class="verdict is-bad people-trouble" role="status" hidden={trouble === null}>
        {trouble !== null && <Prose text={describeTrouble(trouble, words)} />}
      </div>
      <div class="people-columns">
        <div class="people-main">
          <StartCard lobby={lobby} />
          {yours.length > 0 && (
            <Games title={say('running')}>{yours.map((game) => <OwnGame key={game.id} game={game} />)}</Games>
          )}
          <Games title={say('open')} none={open.length ? '' : say('openNone')}>
            {open.map((game) => (
              <GameRow key={game.id} game={game}>
                <Button class="button main-button" onClick={() => void lobby.begin(() => people.join(game.id))}>
                  {say('play')}
                </Button>
              </GameRow>
            ))}
          </Games>
        </div>
        <ProfileCard lobby={lobby} />
      </div>
      <OldGames lobby={lobby} />
      {beginning && (
        <Later load={parts.challenge}>
          {({ ChallengeDialog }) => (
            <ChallengeDialog
              beginning={beginning}
              create={(challenge) => lobby.create(challenge)}
              close={() => (lobby.beginning.value = null)}
            />
          )}
        </Later>
      )}
      {offered && (
        <Confirmation
          question={say('adoptSure')} yes={say('adopt')}
          act={() => lobby.adopt(offered)}
          close={() => (lobby.offered.value = null)}
        />
      )}
    </div>
  )
}

interface GamesProps {
  readonly title: string
  /** In place of games. */
  readonly none?: string
  readonly children: ComponentChildren
}

function Games({ title, none, children }: GamesProps): VNode {
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="game-lines">{children}</ul>
      {none && <p class="note">{none}</p>}
    </section>
  )
}

/** A game of the visitor that waits for an opponent or runs. */
function OwnGame({ game }: { readonly game: GameSummary }): VNode {
  const { say } = useWords()
  const isOpen = game.state === 'open'
  const isTurn = game.turn === game.you
  return <GameRow game={game} mark={say(isOpen ? 'waiting' : isTurn ? 'yourTurn' : 'theirTurn')} isMarked={isTurn && !isOpen} />
}

function describeTrouble(trouble: unknown, { say, shared, speech }: LobbyWords): string {
  if (trouble === 'exportNone') return say(trouble)
  if (trouble instanceof NotationError) return describeFault(trouble, speech)
  const { title, text } = describeFailure(trouble, shared)
  return [title, text].filter(Boolean).join(': ')
}
