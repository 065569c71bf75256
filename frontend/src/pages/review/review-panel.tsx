/** Beside the board: how each side played, the move that is shown, the mistakes, the moves. */
import type { VNode } from 'preact'
import { BLACK, WHITE, colorName, formatMove } from '../../core/rules/position'
import type { Color } from '../../core/rules/position'
import { recordAt } from '../../core/match/match'
import { sideName } from '../../ui/match-narration'
import { addressOfRecord, playAddressOf } from '../../shell/services/addresses'
import { Button, Prose } from '../../ui/components'
import { MoveList } from '../../ui/moves'
import { useSay } from '../../ui/view'
import { isBad } from './game-review'
import { describeBasis, describeBetter, describeMove, describeTurn, describeValues } from './review-narration'
import type { ReviewedGame } from './reviewed-game'

const COUNTED = ['??', '?', '?!', '!'] as const

interface GameProps {
  readonly game: ReviewedGame
}

export function ReviewPanel({ game }: GameProps): VNode {
  const say = useSay('review')
  const review = game.review.value
  return (
    <section class="panel card review-panel">
      {game.otherGame.value && <Button class="button" onClick={() => game.openOther()}>{say('fromPlay')}</Button>}
      <div class="review-sides" title={say('accuracyHelp')}>
        <span class="review-sides-title">{say('accuracy')}</span>
        <Side game={game} color={WHITE} />
        <Side game={game} color={BLACK} />
      </div>
      <Progress game={game} />
      <ShownMove game={game} />
      <section class="moves-box">
        <MoveList game={game} glyphs={review.glyphs} hasSteps={false} />
      </section>
      <Mistakes game={game} />
      <p class="note">{describeBasis(review, say)}</p>
      <div class="row">
        <Button class="button" onClick={() => void game.openFiles()}>{say('files')}</Button>
      </div>
    </section>
  )
}

/** The accuracy and the glyphs of one side. */
function Side({ game, color }: GameProps & { readonly color: Color }): VNode {
  const say = useSay('review')
  const ofPlay = useSay('play')
  const review = game.review.value
  const accuracy = review.accuracyOf(color)
  return (
    <div class="review-side">
      <span class={`man man-${colorName(color)}`} />
      <span class="player-name">{sideName(game.match, color, ofPlay)}</span>
      <span class="review-counts">
        {COUNTED.map((glyph) => {
          const count = review.countOf(color, glyph)
          const name = say(`count.${glyph}`, { count })
          return count > 0 && (
            <span class={`review-chip is-${glyph === '!' ? 'good' : 'bad'}`} role="img" aria-label={name} title={name}>
              {`${count} ${glyph}`}
            </span>
          )
        })}
      </span>
      <strong class="review-accuracy">
        {accuracy === null ? say('none') : say('percent', { percent: (100 * accuracy).toFixed(1) })}
      </strong>
    </div>
  )
}

/** How far the review has got, or why it goes no further. */
function Progress({ game }: GameProps): VNode | null {
  const say = useSay('review')
  const review = game.review.value
  const problem = game.problem.value
  if (problem !== null) {
    return (
      <>
        <p class="note">{say('failed', { message: problem })}</p>
        <Button class="button" onClick={() => game.inspect()}>{say('again')}</Button>
      </>
    )
  }
  if (review.isComplete) return null
  const { done, stops: { length: total } } = review
  const text = say('progress', { done, total })
  return (
    <>
      <p class="note">{text}</p>
      <progress class="review-bar" max={total} value={done} aria-label={text} />
    </>
  )
}

/** The move that led to the position on the board. */
function ShownMove({ game }: GameProps): VNode {
  const say = useSay('review')
  const ofGrading = useSay('grading')
  const { match, ply, turn } = game
  const isMistake = turn !== null && isBad(turn)
  return (
    <section class={isMistake ? 'review-move is-bad' : 'review-move'}>
      <div class="review-move-head">
        <h2><Prose text={describeMove(match, ply, turn?.glyph ?? '', say)} /></h2>
        <span class="note">{turn && describeValues(turn, say)}</span>
      </div>
      <p><Prose text={turn ? describeTurn(turn, say, ofGrading) : ply ? say('checking') : ''} /></p>
      <p class="note">{turn && describeBetter(turn, say)}</p>
      <div class="row">
        {isMistake && (
          <a class="button main-button" href={playAddressOf(recordAt(match, ply - 1), game.level.value)}>{say('retry')}</a>
        )}
        <a class="explore-link" href={addressOfRecord(recordAt(match, ply))} onClick={() => game.keepForExplore()}>
          {say('explore')}
        </a>
      </div>
    </section>
  )
}

/** The bad moves in order, with what was better and why. */
function Mistakes({ game }: GameProps): VNode {
  const say = useSay('review')
  const ofGrading = useSay('grading')
  const { match, ply } = game
  const { mistakes, isComplete } = game.review.value
  const show = (each: number): void => {
    game.look(each)
    game.stage.reveal()
  }
  return (
    <section class="review-mistakes">
      <h2>{say('mistakes')}</h2>
      {mistakes.length === 0 && <p class="note">{say(isComplete ? 'noMistakes' : 'mistakesLater')}</p>}
      <ol>
        {mistakes.map((each) => {
          const turn = game.review.value.turnTo(each)
          return turn && (
            <li key={each}>
              <Button class="review-mistake" aria-current={each === ply ? 'true' : undefined} onClick={() => show(each)}>
                <span class={`man man-${colorName(turn.position.turn)}`} />
                <strong><Prose text={describeMove(match, each, turn.glyph, say)} /></strong>
                <span class="review-better">
                  <Prose text={say('betterShort', { move: formatMove(turn.best[0], turn.position.variant.board) })} />
                </span>
                <span class="review-why"><Prose text={describeTurn(turn, say, ofGrading)} /></span>
              </Button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
