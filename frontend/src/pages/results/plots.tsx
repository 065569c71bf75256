/** The plots of Results, as SVG. */
import type { ComponentChildren, VNode } from 'preact'
import { useNumbers, useSay } from '../../ui/view'
import type { ResultsDocument } from '../../generated/api'
import type { Counts, Decided } from './figures'
import { decidedBy, movingTables, sharesOf } from './figures'

const TONES = ['win', 'draw', 'loss'] as const
const FEWEST = 3

interface PlotProps {
  readonly results: ResultsDocument
}

/** The shares of wins, draws and losses for each pair of numbers of men. */
export function BalancePlot({ results }: PlotProps): VNode {
  const say = useSay('results')
  const { share } = useNumbers()
  const tables = movingTables(results)
  const count = results.variant.men - FEWEST + 1
  const cell = Math.max(76, 228 / count)
  const gap = 6
  const [left, top] = [58, 54]
  const size = count * cell
  const steps = Array.from({ length: count }, (_, index) => index)
  const drawCell = (row: number, column: number): VNode => {
    const [own, enemy] = [FEWEST + row, FEWEST + column]
    const table = tables.get(`${own}-${enemy}`)
    const box = { x: left + column * cell + gap / 2, y: top + row * cell + gap / 2, width: cell - gap, height: cell - gap }
    if (!table) return <g><rect {...box} rx={6} class="plot-missing" /></g>
    const [win, draw, loss] = sharesOf(table).map(share)
    return (
      <g>
        <title>{say('balance.cell', { own, enemy, win, draw, loss })}</title>
        {bar(table, box, true)}
      </g>
    )
  }
  return (
    <Picture width={left + size + 4} height={top + size + 4} name={say('balance.title')} most={760}>
      {label(left + size / 2, 20, say('balance.enemy'), 'is-title')}
      {sideLabel(top + size / 2, say('balance.own'))}
      {steps.map((index) => [
        label(left + (index + 0.5) * cell, top - 10, FEWEST + index),
        label(left - 16, top + (index + 0.5) * cell + 5, FEWEST + index),
      ])}
      {steps.map((row) => steps.map((column) => drawCell(row, column)))}
    </Picture>
  )
}

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

/** A bar in three parts: wins, draws, losses. */
function bar(counts: Counts, { x, y, width, height }: Box, isUpright: boolean): (VNode | null)[] {
  let done = 0
  return sharesOf(counts).map((part, index) => {
    const begin = done
    done += part
    if (!part) return null
    const span = isUpright
      ? { x, width, y: y + begin * height, height: part * height }
      : { y, height, x: x + begin * width, width: part * width }
    return <rect {...span} class={`tone-${TONES[index]}`} />
  })
}

/** The shares by men placed, one bar each. */
export function PlacingPlot({ results: { men_placed: rows } }: PlotProps): VNode {
  const say = useSay('results')
  const { share } = useNumbers()
  const [left, top, width, height, gap] = [58, 8, 520, 22, 5]
  const size = rows.length * (height + gap)
  return (
    <Picture width={left + width + 4} height={top + size + 8} name={say('placing.title')}>
      {sideLabel(top + size / 2, say('placing.men'))}
      {rows.map((row, index) => {
        const y = top + index * (height + gap)
        const [win, draw, loss] = sharesOf(row).map(share)
        return [
          label(left - 20, y + height / 2 + 5, row.men_placed),
          <g>
            <title>
              {`${say('placing.men')} ${row.men_placed}: ${say('win')} ${win}, ${say('draw')} ${draw}, ${say('loss')} ${loss}`}
            </title>
            {bar(row, { x: left, y, width, height }, false)}
          </g>,
        ]
      })}
    </Picture>
  )
}

/** Positions by plies to the end: two curves for wins and losses, on a logarithmic scale. */
export function LengthPlot({ results }: PlotProps): VNode | null {
  const say = useSay('results')
  const { whole } = useNumbers()
  const { wins, losses } = decidedBy(mergeHistograms(results))
  const all = [...wins, ...losses]
  if (!all.length) return null
  const most = Math.max(...all.map(({ plies }) => plies))
  const highest = Math.ceil(Math.log10(Math.max(...all.map(({ positions }) => positions))))
  const [left, top, width, height] = [66, 16, 640, 300]
  const [right, bottom] = [left + width, top + height]
  const x = (plies: number): number => left + (plies / most) * width
  const y = (positions: number): number => bottom - (Math.log10(Math.max(1, positions)) / highest) * height
  const mode = all.reduce((best, point) => (point.positions > best.positions ? point : best))
  const text = say('length.label', { wins: lastPlies(wins), losses: lastPlies(losses), mode: mode.plies })
  const step = most > 100 ? 20 : most > 40 ? 10 : 5
  const powers = Array.from({ length: highest + 1 }, (_, power) => power)
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step)
  const name = say('length.picture', { title: say('length.title'), text })
  return (
    <Picture width={right + 16} height={bottom + 52} name={name}>
      {powers.map((power) => [
        <line x1={left} x2={right} y1={y(10 ** power)} y2={y(10 ** power)} class="plot-grid" />,
        label(left - 10, y(10 ** power) + 5, power < 3 ? whole(10 ** power) : `10${superscript(power)}`, 'is-end'),
      ])}
      {ticks.map((plies) => [
        <line x1={x(plies)} x2={x(plies)} y1={bottom} y2={bottom + 6} class="plot-axis" />,
        label(x(plies), bottom + 22, plies),
      ])}
      <line x1={left} x2={right} y1={bottom} y2={bottom} class="plot-axis" />
      {label(left + width / 2, bottom + 44, say('length.moves'), 'is-title')}
      {([[losses, 'loss'], [wins, 'win']] as const).map(([points, tone]) => {
        const path = points.map(({ plies, positions }) => `${x(plies).toFixed(1)},${y(positions).toFixed(1)}`)
        return path.length > 0 && <polyline points={path.join(' ')} class={`curve curve-${tone}`} />
      })}
    </Picture>
  )
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

interface PictureProps {
  readonly width: number
  readonly height: number
  /** For screen readers. */
  readonly name: string
  /** The greatest width on the page; a smaller picture does not grow as far. */
  readonly most?: number
  readonly children: ComponentChildren
}

/** A picture that the style sheet colours, so that it follows the theme. */
function Picture({ width, height, name, most, children }: PictureProps): VNode {
  const style = most ? { maxWidth: `min(${most}px, ${1.28 * width}px)` } : {}
  return (
    <svg viewBox={`0 0 ${width} ${height}`} class="plot" role="img" aria-label={name} style={style}>
      {children}
    </svg>
  )
}

function label(x: number, y: number, text: string | number, kind = ''): VNode {
  return <text x={x} y={y} class={`plot-label ${kind}`.trim()}>{text}</text>
}

/** The title of the vertical axis. */
function sideLabel(y: number, text: string): VNode {
  return <g transform={`rotate(-90 18 ${y})`}>{label(18, y, text, 'is-title')}</g>
}
