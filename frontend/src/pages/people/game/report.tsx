/** Fair-play figures after a game: how accurate both were, given how difficult their positions were. */
import type { VNode } from 'preact'
import type { ReportDocument, SideReport } from '../../../generated/api'
import type { Key } from '../../../texts/texts'
import { useSay } from '../../../ui/view'

const ROWS = [
  ['accuracy', 'accuracy'],
  ['reportExpected', 'expected'],
  ['reportMoves', 'moves'],
  ['reportBest', 'best'],
] as const satisfies readonly (readonly [Key<'online'>, keyof SideReport])[]

const SIDES = ['white', 'black'] as const
const SHARES: ReadonlySet<keyof SideReport> = new Set(['accuracy', 'expected'] as const)

/** The report; null while it is being worked out. */
export function Report({ report }: { readonly report: ReportDocument | null }): VNode {
  const say = useSay('online')
  const describe = (side: SideReport, field: keyof SideReport): string => {
    const value = side[field]
    if (value === null) return say('unknown')
    return SHARES.has(field) ? say('percent', { value: Math.round(100 * value) }) : String(value)
  }
  return (
    <section class="report-box">
      <h2>{say('report')}</h2>
      {report && (
        <table class="report">
          <thead>
            <tr>
              <td />
              {SIDES.map((color) => <th scope="col">{say(color)}</th>)}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([key, field]) => (
              <tr>
                <th scope="row">{say(key)}</th>
                {SIDES.map((color) => <td>{describe(report[color], field)}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="note">{say(report ? 'reportHelp' : 'reportWait')}</p>
    </section>
  )
}
