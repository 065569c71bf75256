/** The sections of Results that list moves and tables: openings, the longest game, all tables. */
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { LongestGame, OpeningReply, OpeningResults, TableResults } from '../../generated/api'
import { parseAlgebraic, parseFen, recordAfter, startOf } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { formatMove } from '../../core/rules/position'
import type { Variant } from '../../core/rules/variant'
import { addressOfRecord, exploreAddress, pictureAddress } from '../../shell/services/addresses'
import type { Key } from '../../texts/texts'
import { useNumbers, usePage, useSay } from '../../ui/view'
import { shortName } from './figures'

interface SectionProps {
  readonly title: Key<'results'>
  readonly text?: Key<'results'>
  readonly kind?: string
  readonly children: ComponentChildren
}

/** A section with a heading and what it is about. */
export function Section({ title, text, kind = '', children }: SectionProps): VNode {
  const say = useSay('results')
  return (
    <section class={`card results-section ${kind}`.trim()}>
      <h2>{say(title)}</h2>
      {text && <p class="note">{say(text)}</p>}
      {children}
    </section>
  )
}

interface OpeningsProps {
  readonly openings: readonly OpeningResults[]
  readonly variant: Variant
}

/** The first moves by classes of equal points, with the replies to each. */
export function Openings({ openings, variant }: OpeningsProps): VNode {
  const say = useSay('results')
  const outcomes = ([['draw', 'holds'], ['loss', 'loses'], ['win', 'wins']] as const).filter(([result]) =>
    openings.some(({ replies }) => replies.some((reply) => reply.result === result)),
  )
  const columns = ['first', 'equal', 'value', ...outcomes.map(([, column]) => column)] as const
  return (
    <Section title="opening.title" text="opening.text" kind="openings">
      <Table name={say('opening.title')} heads={columns.map((column) => say(`opening.${column}`))}>
        {openings.map(({ move, equal, result, plies, replies }) => {
          const [after, link] = playMove(move, startOf(variant))
          return (
            <tr>
              <th scope="row">{link}</th>
              <td>{equal.length}</td>
              <td>{plies === null ? say(result) : `${say(result)} (${plies})`}</td>
              {outcomes.map(([each]) => (
                <td>{listReplies(replies.filter((reply) => reply.result === each), after)}</td>
              ))}
            </tr>
          )
        })}
      </Table>
    </Section>
  )
}

function listReplies(replies: readonly OpeningReply[], after: FenRecord): ComponentChildren {
  if (!replies.length) return '–'
  return replies.map(({ move, plies }) => [playMove(move, after)[1], plies === null ? ' ' : ` (${plies}) `])
}

/** The position after a move, and the move as a link to it. */
function playMove(text: string, before: FenRecord): [FenRecord, VNode] {
  const { board } = before.position.variant
  const move = parseAlgebraic(text, board)
  const after = recordAfter(before, move)
  return [after, <a class="opening-move" href={addressOfRecord(after)}>{formatMove(move, board)}</a>]
}

interface LongestProps {
  readonly game: LongestGame
  readonly variant: Variant
  /** Whether the picture is shown, too. */
  readonly isPictured: boolean
}

/** The longest game, with its moves on demand. */
export function Longest({ game, variant, isPictured }: LongestProps): VNode {
  const say = useSay('results')
  const { settings, server } = usePage()
  const result = say(`game.result.${game.result}`)
  let record = parseFen(game.fen, variant)
  const moves = game.moves?.map((text) => {
    const move = parseAlgebraic(text, variant.board)
    record = recordAfter(record, move)
    return <li><a href={addressOfRecord(record)}>{formatMove(move, variant.board)}</a></li>
  })
  return (
    <section class="card results-section longest">
      <div>
        <h2>{say('game.title')}</h2>
        <p>{say('game.text', { plies: game.plies ?? 0, result })}</p>
        <a class="button main-button" href={exploreAddress(game.fen, variant)}>{say('explorePosition')}</a>
        {moves && (
          <details class="longest-moves">
            <summary>{say('game.moves', { count: moves.length })}</summary>
            <ol>{moves}</ol>
          </details>
        )}
      </div>
      {isPictured && !server.isStatic && ( // it is the server that draws
        <img src={pictureAddress(game.fen, 360, settings.theme, variant)} alt={say('game.board')} width={360} height={388} />
      )}
    </section>
  )
}

interface TablesProps {
  readonly tables: readonly TableResults[]
  readonly variant: Variant
}

/** All tables: hundreds of rows, made on demand. */
export function Tables({ tables, variant }: TablesProps): VNode {
  const say = useSay('results')
  const { whole } = useNumbers()
  const [isOpened, open] = useState(false)
  const heads = ['list.name', 'list.positions', 'win', 'draw', 'loss', 'list.longestWin', 'list.longestLoss'] as const
  const linkLongest = (plies: number | null, fen: string | null): ComponentChildren => {
    if (plies === null) return '–'
    return fen === null ? plies : <a href={exploreAddress(fen, variant)}>{plies}</a>
  }
  return (
    <Section title="list.title">
      <details onToggle={() => open(true)}>
        <summary>{say('list.show', { count: tables.length })}</summary>
        {isOpened && (
          <Table name={say('list.title')} heads={heads.map((head) => say(head))}>
            {tables.map((table) => (
              <tr>
                <th scope="row">{shortName(table.name)}</th>
                {[table.positions, table.wins, table.draws, table.losses].map((count) => <td>{whole(count)}</td>)}
                <td>{linkLongest(table.longest_win, table.longest_win_fen)}</td>
                <td>{linkLongest(table.longest_loss, table.longest_loss_fen)}</td>
              </tr>
            ))}
          </Table>
        )}
      </details>
    </Section>
  )
}

interface TableProps {
  readonly name: string
  readonly heads: readonly string[]
  readonly children: ComponentChildren
}

/** A table that scrolls if it is too wide. */
function Table({ name, heads, children }: TableProps): VNode {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>{heads.map((head) => <th scope="col">{head}</th>)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
