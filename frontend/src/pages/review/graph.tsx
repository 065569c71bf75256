/** The graph of a game: the score that White can expect at each ply, as a slider to step with. */
import type { TargetedKeyboardEvent, TargetedPointerEvent, VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { percentOf } from '../../values/expected-score'
import { useSay } from '../../ui/view'
import type { GameReview } from './game-review'
import { describeMove } from './review-narration'
import type { ReviewedGame } from './reviewed-game'

const HEIGHT = 120
/** Room around the plot: for the labels, and for half a marker. */
const [LEFT, RIGHT, EDGE] = [66, 8, 8]

/** The keys that step, by plies; the ends are beyond any game. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
}

/** The class of the marker of each glyph. */
const MARKERS: Readonly<Record<string, string>> = { '??': 'blunder', '?': 'mistake', '?!': 'doubtful', '!': 'good' }

interface GraphProps {
  readonly game: ReviewedGame
}

export function Graph({ game }: GraphProps): VNode {
  const say = useSay('review')
  const { match, ply, total, review: { value: review } } = game
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  const go = (asked: number): void => {
    const next = Math.max(0, Math.min(asked, total))
    if (next !== ply) game.look(next)
  }
  const press = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const by = KEYS[event.key]
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go(ply + by)
  }
  const point = ({ currentTarget, clientX }: TargetedPointerEvent<HTMLDivElement>): void => {
    const { left } = currentTarget.getBoundingClientRect()
    go(Math.round(((clientX - left - LEFT) / (width - LEFT - RIGHT)) * total))
  }
  const score = review.whiteScoreAt(ply)
  const move = describeMove(match, ply, game.turn?.glyph ?? '', say)
  return (
    <div
      class="graph"
      ref={element}
      tabIndex={0}
      role="slider"
      aria-label={say('graph')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={ply}
      aria-valuetext={score === null ? say('graphUnknown', { move }) : say('graphAt', { move, share: shareOf(score) })}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
      }}
    >
      <svg class="graph-plot" height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        {width > 0 && <Plot game={game} width={width} />}
      </svg>
    </div>
  )
}

function Plot({ game, width }: GraphProps & { readonly width: number }): VNode {
  const say = useSay('review')
  const { match, ply, total, review: { value: review } } = game
  const x = (at: number): number => round(LEFT + (at / total) * (width - LEFT - RIGHT))
  const y = (score: number): number => round(EDGE + (1 - score) * (HEIGHT - 2 * EDGE))
  const now = review.whiteScoreAt(ply)
  const labels = [['white', 1], ['graphDraw', 0.5], ['black', 0]] as const
  return (
    <>
      <rect x={LEFT} y={y(1)} width={width - LEFT - RIGHT} height={y(0) - y(1)} class="graph-back" />
      {runsOf(review).map((run) => {
        const points = run.map(([at, score]) => `${x(at)},${y(score)}`).join(' ')
        const [first, last] = [x(run[0][0]), x(run[run.length - 1][0])]
        return (
          <>
            <rect x={first} y={y(1)} width={last - first} height={y(0) - y(1)} class="graph-black" />
            <polygon points={`${first},${y(0)} ${points} ${last},${y(0)}`} class="graph-white" />
            <polyline points={points} class="graph-curve" />
          </>
        )
      })}
      <line x1={LEFT} x2={width - RIGHT} y1={y(0.5)} y2={y(0.5)} class="graph-middle" />
      {labels.map(([key, score]) => (
        <text x={LEFT - 8} y={y(score) + 8 * score} class="graph-label">{say(key)}</text>
      ))}
      <line x1={x(ply)} x2={x(ply)} y1={y(1)} y2={y(0)} class="graph-now" />
      {[...review.glyphs].map(([at, glyph]) => {
        const score = review.whiteScoreAt(at)
        return score !== null && (
          <circle cx={x(at)} cy={y(score)} r={5} class={`graph-mark is-${MARKERS[glyph]}`}>
            <title>{describeMove(match, at, glyph, say)}</title>
          </circle>
        )
      })}
      {now !== null && <circle cx={x(ply)} cy={y(now)} r={6.5} class="graph-here" />}
    </>
  )
}

/** Unbroken runs of plies whose scores are known, as plies and scores. */
function runsOf(review: GameReview): [number, number][][] {
  const runs: [number, number][][] = []
  let run: [number, number][] = []
  for (let ply = 0; ply <= review.total; ply++) {
    const score = review.whiteScoreAt(ply)
    if (score === null) {
      run = []
      continue
    }
    if (!run.length) runs.push(run)
    run.push([ply, score])
  }
  return runs
}

/** A score in percent: certain ones are 0 or 100. */
function shareOf(score: number): number {
  return score === 0 || score === 1 ? 100 * score : percentOf(score)
}

function round(length: number): number {
  return Math.round(10 * length) / 10
}
