/** Fair-play figures after a game: how accurate both were, given how difficult their positions were. */
import { addElement } from '../../../board/dom'
import type { ReportDocument, SideReport } from '../../../generated/api'
import type { Key, Say } from '../../../texts/texts'

const ROWS = [
  ['accuracy', 'accuracy'],
  ['reportExpected', 'expected'],
  ['reportMoves', 'moves'],
  ['reportBest', 'best'],
] as const satisfies readonly (readonly [Key<'online'>, keyof SideReport])[]

const SHARES: ReadonlySet<keyof SideReport> = new Set(['accuracy', 'expected'] as const)

/** Shows the report in `parent`; null while it is being worked out. */
export function showReport(parent: Element, report: ReportDocument | null, say: Say<'online'>): void {
  parent.replaceChildren()
  addElement(parent, 'h2').textContent = say('report')
  if (!report) {
    addElement(parent, 'p', 'note').textContent = say('reportWait')
    return
  }
  const table = addElement(parent, 'table', 'report')
  const head = addElement(addElement(table, 'thead'), 'tr')
  addElement(head, 'td')
  for (const color of ['white', 'black'] as const) {
    const cell = addElement(head, 'th')
    cell.scope = 'col'
    cell.textContent = say(color)
  }
  const body = addElement(table, 'tbody')
  for (const [key, field] of ROWS) {
    const row = addElement(body, 'tr')
    const title = addElement(row, 'th')
    title.scope = 'row'
    title.textContent = say(key)
    for (const side of [report.white, report.black]) addElement(row, 'td').textContent = describe(side, field, say)
  }
  addElement(parent, 'p', 'note').textContent = say('reportHelp')
}

function describe(side: SideReport, field: keyof SideReport, say: Say<'online'>): string {
  const value = side[field]
  if (value === null) return say('unknown')
  return SHARES.has(field) ? say('percent', { value: Math.round(100 * value) }) : String(value)
}
