/** The Review page: what happened in a game, move by move. */
import type { VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { fenAt } from '../../core/match/match'
import { Button, Message } from '../../ui/components'
import { FilesDialog } from '../../ui/files-dialog'
import { GameScreen } from '../../ui/game-screen'
import { StepButtons } from '../../ui/moves'
import { mountPage, useOwned, usePage, useSay } from '../../ui/view'
import { markingsOf } from './annotation'
import { Graph } from './graph'
import { ReviewPanel } from './review-panel'
import { ReviewedGame } from './reviewed-game'
import './review.css'

export const mount = mountPage(ReviewPage)

function ReviewPage(): VNode {
  const context = usePage()
  const game = useOwned(() => new ReviewedGame(context))
  const english = game.english.value
  return (
    <>
      {game.total ? <Review game={game} /> : <Nothing game={game} />}
      {english && (
        <FilesDialog
          pgn={game.pgnIn(english)}
          fen={fenAt(game.match, game.ply)}
          load={(text) => game.load(text)}
          close={() => game.closeFiles()}
        />
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
