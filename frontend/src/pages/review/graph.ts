/** The graph of a game: the score that White can expect at each ply, as a slider to step with. */
import { addElement, setAttribute } from '../../board/dom'
import { percentOf } from '../../values/expected-score'
import { addLabel, addShape, createShape } from '../../ui/svg'
import type { GameReview } from './game-review'
import { describeMove } from './review-narration'
import type { ReviewSay } from './review-narration'

const HEIGHT = 120
/** Room around the plot: for the labels, and for half a marker. */
const [LEFT, RIGHT, EDGE] = [56, 8, 8]

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

export class Graph {
  private readonly element: HTMLElement
  private readonly svg: SVGSVGElement
  private readonly observer: ResizeObserver
  private review: GameReview | null = null
  private ply = 0

  /** `show` is called with the ply to show. */
  constructor(
    parent: Element,
    private readonly say: ReviewSay,
    private readonly show: (ply: number) => void,
  ) {
    this.element = addElement(parent, 'div', 'graph')
    this.element.tabIndex = 0
    this.element.setAttribute('role', 'slider')
    this.element.setAttribute('aria-label', say('graph'))
    this.element.setAttribute('aria-valuemin', '0')
    this.svg = createShape('svg', { class: 'graph-plot', height: HEIGHT, 'aria-hidden': 'true' })
    this.element.append(this.svg)
    this.element.addEventListener('keydown', (event) => this.press(event))
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId)
      this.point(event)
    })
    this.element.addEventListener('pointermove', (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.point(event)
    })
    this.observer = new ResizeObserver(() => this.draw())
    this.observer.observe(this.element)
  }

  destroy(): void {
    this.observer.disconnect()
  }

  /** Shows a review, with a ply marked. */
  update(review: GameReview, ply: number): void {
    this.review = review
    this.ply = ply
    const score = review.whiteScoreAt(ply)
    const move = describeMove(review.match, ply, review.glyphs.get(ply) ?? '', this.say)
    setAttribute(this.element, 'aria-valuemax', String(review.total))
    setAttribute(this.element, 'aria-valuenow', String(ply))
    const text = score === null ? this.say('graphUnknown', { move }) : this.say('graphAt', { move, share: shareOf(score) })
    setAttribute(this.element, 'aria-valuetext', text)
    this.draw()
  }

  private press(event: KeyboardEvent): void {
    const by = KEYS[event.key]
    if (!by || !this.review || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.go(Math.max(0, Math.min(this.ply + by, this.review.total)))
  }

  private point({ clientX }: PointerEvent): void {
    if (!this.review) return
    const { left, width } = this.svg.getBoundingClientRect()
    const along = (clientX - left - LEFT) / (width - LEFT - RIGHT)
    this.go(Math.round(Math.max(0, Math.min(along, 1)) * this.review.total))
  }

  private go(ply: number): void {
    if (ply !== this.ply) this.show(ply)
  }

  private draw(): void {
    const { review, svg, say } = this
    const width = this.element.clientWidth
    if (!review || !width) return
    svg.replaceChildren()
    svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`)
    const x = (ply: number): number => LEFT + (ply / Math.max(1, review.total)) * (width - LEFT - RIGHT)
    const y = (score: number): number => EDGE + (1 - score) * (HEIGHT - 2 * EDGE)
    addShape(svg, 'rect', { x: LEFT, y: y(1), width: width - LEFT - RIGHT, height: y(0) - y(1), class: 'graph-back' })
    for (const run of runsOf(review)) {
      const points = run.map(([ply, score]) => `${x(ply).toFixed(1)},${y(score).toFixed(1)}`)
      const [first, last] = [x(run[0][0]), x(run[run.length - 1][0])]
      addShape(svg, 'rect', { x: first, y: y(1), width: last - first, height: y(0) - y(1), class: 'graph-black' })
      addShape(svg, 'polygon', { points: [`${first},${y(0)}`, ...points, `${last},${y(0)}`].join(' '), class: 'graph-white' })
      addShape(svg, 'polyline', { points: points.join(' '), class: 'graph-curve' })
    }
    addShape(svg, 'line', { x1: LEFT, x2: width - RIGHT, y1: y(0.5), y2: y(0.5), class: 'graph-middle' })
    const labels = [['white', 1], ['graphDraw', 0.5], ['black', 0]] as const
    for (const [key, score] of labels) addLabel(svg, LEFT - 8, y(score) + 4 - (score - 0.5) * -8, say(key), 'is-end')
    addShape(svg, 'line', { x1: x(this.ply), x2: x(this.ply), y1: y(1), y2: y(0), class: 'graph-now' })
    for (const [ply, glyph] of review.glyphs) {
      const score = review.whiteScoreAt(ply)
      if (score === null) continue
      const marker = addShape(svg, 'circle', { cx: x(ply), cy: y(score), r: 5, class: `graph-mark is-${MARKERS[glyph]}` })
      addShape(marker, 'title').textContent = describeMove(review.match, ply, glyph, say)
    }
    const now = review.whiteScoreAt(this.ply)
    if (now !== null) addShape(svg, 'circle', { cx: x(this.ply), cy: y(now), r: 6.5, class: 'graph-here' })
  }
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
