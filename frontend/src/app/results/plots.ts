/** The plots of Results, as SVG. */
import type { ResultsDocument } from '../../generated/api'
import type { Counts, Decided } from './figures'
import { decidedBy, movingTables, sharesOf } from './figures'
import type { Speak } from './sections'
import { addLabel, addPicture, addShape } from '../shared/svg'

const TONES = ['win', 'draw', 'loss'] as const
const FEWEST = 3

export interface Numbers {
  share(part: number): string
  whole(count: number): string
}

/** The shares of wins, draws and losses for each pair of numbers of men. */
export function plotBalance(parent: Element, results: ResultsDocument, say: Speak, numbers: Numbers): void {
  const { men } = results.variant
  const tables = movingTables(results)
  const count = men - FEWEST + 1
  const cell = Math.max(76, 228 / count)
  const gap = 6
  const [left, top] = [58, 54]
  const size = count * cell
  const svg = addPicture(parent, left + size + 4, top + size + 4, say('balance.title'))
  svg.style.maxWidth = `min(760px, ${1.28 * (left + size + 4)}px)`
  addLabel(svg, left + size / 2, 20, say('balance.enemy'), 'is-title')
  const side = addLabel(svg, 18, top + size / 2, say('balance.own'), 'is-title')
  side.setAttribute('transform', `rotate(-90 18 ${top + size / 2})`)
  for (let index = 0; index < count; index++) {
    const along = (index + 0.5) * cell
    addLabel(svg, left + along, top - 10, String(FEWEST + index))
    addLabel(svg, left - 16, top + along + 5, String(FEWEST + index))
  }
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const [own, enemy] = [FEWEST + row, FEWEST + column]
      const table = tables.get(`${own}-${enemy}`)
      const x = left + column * cell + gap / 2
      const y = top + row * cell + gap / 2
      const group = addShape(svg, 'g')
      if (!table) {
        addShape(group, 'rect', { x, y, width: cell - gap, height: cell - gap, rx: 6, class: 'plot-missing' })
        continue
      }
      const [win, draw, loss] = sharesOf(table).map((part) => numbers.share(part))
      addShape(group, 'title').textContent = say('balance.cell', { own, enemy, win, draw, loss })
      addBar(group, table, { x, y, width: cell - gap, height: cell - gap, isUpright: true })
    }
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isUpright: boolean
}

/** A bar in three parts: wins, draws, losses. */
function addBar(parent: Element, counts: Counts, box: Box): void {
  const { x, y, width, height, isUpright } = box
  let done = 0
  sharesOf(counts).forEach((part, index) => {
    const begin = done
    done += part
    if (!part) return
    const span = isUpright
      ? { x, width, y: y + begin * height, height: part * height }
      : { y, height, x: x + begin * width, width: part * width }
    addShape(parent, 'rect', { ...span, class: `tone-${TONES[index]}` })
  })
}

/** The shares by men placed, one bar each. */
export function plotPlacing(parent: Element, results: ResultsDocument, say: Speak, numbers: Numbers): void {
  const rows = results.men_placed
  const [left, top, width, height, gap] = [58, 8, 520, 22, 5]
  const svg = addPicture(parent, left + width + 4, top + rows.length * (height + gap) + 8, say('placing.title'))
  const middle = top + (rows.length * (height + gap)) / 2
  addLabel(svg, 18, middle, say('placing.men'), 'is-title').setAttribute('transform', `rotate(-90 18 ${middle})`)
  rows.forEach((row, index) => {
    const y = top + index * (height + gap)
    addLabel(svg, left - 20, y + height / 2 + 5, String(row.men_placed))
    const group = addShape(svg, 'g')
    const [win, draw, loss] = sharesOf(row).map((part) => numbers.share(part))
    const title = `${say('placing.men')} ${row.men_placed}: ${say('win')} ${win}, ${say('draw')} ${draw}, ${say('loss')} ${loss}`
    addShape(group, 'title').textContent = title
    addBar(group, row, { x: left, y, width, height, isUpright: false })
  })
}

/** Positions by plies to the end: two curves for wins and losses, on a logarithmic scale. */
export function plotLength(parent: Element, results: ResultsDocument, say: Speak, numbers: Numbers): void {
  const merged = mergeHistograms(results)
  const { wins, losses } = decidedBy(merged)
  const all = [...wins, ...losses]
  if (!all.length) return
  const most = Math.max(...all.map(({ plies }) => plies))
  const highest = Math.ceil(Math.log10(Math.max(...all.map(({ positions }) => positions))))
  const [left, top, width, height] = [66, 16, 640, 300]
  const x = (plies: number): number => left + (plies / most) * width
  const y = (positions: number): number => top + height - (Math.log10(Math.max(1, positions)) / highest) * height
  const mode = all.reduce((best, point) => (point.positions > best.positions ? point : best))
  const name = say('length.label', { wins: lastPlies(wins), losses: lastPlies(losses), mode: mode.plies })
  const svg = addPicture(parent, left + width + 16, top + height + 52, say('length.picture', { title: say('length.title'), text: name }))
  for (let power = 0; power <= highest; power++) {
    const level = y(10 ** power)
    addShape(svg, 'line', { x1: left, x2: left + width, y1: level, y2: level, class: 'plot-grid' })
    const scale = power < 3 ? numbers.whole(10 ** power) : `10${superscript(power)}`
    addLabel(svg, left - 10, level + 5, scale, 'is-end')
  }
  const step = most > 100 ? 20 : most > 40 ? 10 : 5
  for (let plies = 0; plies <= most; plies += step) {
    addShape(svg, 'line', { x1: x(plies), x2: x(plies), y1: top + height, y2: top + height + 6, class: 'plot-axis' })
    addLabel(svg, x(plies), top + height + 22, String(plies))
  }
  addShape(svg, 'line', { x1: left, x2: left + width, y1: top + height, y2: top + height, class: 'plot-axis' })
  addLabel(svg, left + width / 2, top + height + 44, say('length.moves'), 'is-title')
  for (const [points, tone] of [[losses, 'loss'], [wins, 'win']] as const) {
    const path = points.map(({ plies, positions }) => `${x(plies).toFixed(1)},${y(positions).toFixed(1)}`)
    if (path.length) addShape(svg, 'polyline', { points: path.join(' '), class: `curve curve-${tone}` })
  }
}

/** Positions of both phases by stored value. */
function mergeHistograms({ phases }: ResultsDocument): number[] {
  const { moving, placing } = phases
  const length = Math.max(moving.histogram.length, placing.histogram.length)
  return Array.from(
    { length },
    (_, score) => (moving.histogram[score] ?? 0) + (placing.histogram[score] ?? 0),
  )
}

function lastPlies(points: readonly Decided[]): number {
  return points[points.length - 1]?.plies ?? 0
}

function superscript(power: number): string {
  return String(power).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)])
}
