/** The Review page: what happened in a game, move by move. */
import type { VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import type { Mount } from '../../shell/services/page'
import { Button, Message } from '../../ui/components'
import { GameScreen } from '../../ui/game-screen'
import { Later } from '../../ui/later'
import { StepButtons } from '../../ui/moves'
import { mountPage, useLater, useOwned, usePage, useSay } from '../../ui/view'
import { markingsOf } from './annotation'
import { Graph } from './graph'
import type * as Inspecting from './inspecting'
import type * as Files from './review-files'
import { ReviewPanel } from './review-panel'
import { ReviewedGame } from './reviewed-game'
import './review.css'

/** What the first view does not need. */
type Parts = {
  readonly files: () => Promise<typeof Files>
  readonly inspecting: () => Promise<typeof Inspecting>
}

export const mountWith = (parts: Parts): Mount => mountPage(() => <ReviewPage parts={parts} />)

function ReviewPage({ parts }: { readonly parts: Parts }): VNode {
  const context = usePage()
  const game = useOwned(() => new ReviewedGame(context, parts.inspecting))
  useLater(parts)
  const english = game.english.value
  return (
    <>
      {game.total ? <Review game={game} /> : <Nothing game={game} />}
      {english && (
        <Later load={parts.files}>{({ ReviewFiles }) => <ReviewFiles game={game} english={english} />}</Later>
      )}
    </>
  )
}

interface GameProps {
  readonly game: ReviewedGame
}

function Nothing({ game }: GameProps): VNode {
  const say = useSay('review')
  return (
    <Message title={say('empty')}>
      <p>{say('emptyHelp')}</p>
      <div class="row review-choices">
        <a class="button main-button" href="./">{say('play')}</a>
        <Button class="button" onClick={() => void game.openFiles()}>{say('files')}</Button>
      </div>
    </Message>
  )
}

function Review({ game }: GameProps): VNode {
  const say = useSay('review')
  const { stage, turn } = game
  useLayoutEffect(() => {
    stage.overlay = markingsOf(turn)
    stage.redraw()
  })
  const below = (
    <>
      <StepButtons game={game} />
      <Graph game={game} />
    </>
  )
  return (
    <GameScreen class="review" title={say('title')} game={game} isSwiped below={below}>
      <ReviewPanel game={game} />
    </GameScreen>
  )
}
