/** The list of moves, best first, with one row for equivalent moves. Each is a link to the position after it. */
import type { ComponentChildren, TargetedFocusEvent, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { drawColor } from '../../board/overlay'
import { recordAfter } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import { colorName, formatMove } from '../../core/rules/position'
import type { Move } from '../../core/rules/position'
import { addressOfRecord } from '../../shell/services/addresses'
import { Button } from '../../ui/components'
import { useNumbers, useSay } from '../../ui/view'
import { distinctionOf, drawnChance, figures, shading } from '../../values/chances'
import { labelOf, toneOf } from '../../values/ratings'
import type { RatedMove } from '../../values/ratings'
import { describeRating, describeReplies, nameSource } from './explore-narration'

/** Called with the moves under the pointer, or with none. */
type Preview = (moves: readonly Move[]) => void

interface RowsProps {
  readonly record: FenRecord
  readonly rated: readonly RatedMove[]
  /** The rated moves, equivalent ones together. */
  readonly groups: readonly (readonly RatedMove[])[]
  readonly labelId: string
  readonly preview: Preview
}

/** The rows of a position; give another position another `key`, to begin at the top. */
export function MoveRows({ record, rated, groups, labelId, preview }: RowsProps): VNode {
  const nameOf = ([{ move }]: readonly RatedMove[]): string => formatMove(move, record.position.variant.board)
  // The order stays while someone navigates the list.
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const placeOf = (group: readonly RatedMove[]): number => order?.indexOf(nameOf(group)) ?? 0
  const rows = [...groups].sort((one, two) => placeOf(one) - placeOf(two))
  const leave = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOrder(null)
  }
  return (
    <ol
      class="explore-moves"
      aria-labelledby={labelId}
      onFocusIn={() => setOrder(order ?? rows.map(nameOf))}
      onFocusOut={leave}
    >
      {rows.map((group) => (
        <Row key={nameOf(group)} record={record} group={group} rated={rated} preview={preview} />
      ))}
    </ol>
  )
}

interface RowProps {
  readonly record: FenRecord
  readonly group: readonly RatedMove[]
  readonly rated: readonly RatedMove[]
  readonly preview: Preview
}

function Row({ record, group, rated, preview }: RowProps): VNode {
  const say = useSay('explore')
  const { percent } = useNumbers()
  const [isOpen, setOpen] = useState(false)
  const { turn, variant: { board } } = record.position
  const [first] = group
  const moves = group.map(({ move }) => move)
  const shade = shading(rated)(first)
  const chance = drawnChance(first)
  const figure = figures(rated)(first)
  return (
    <li>
      <MoveLink record={record} moves={moves} preview={preview}>
        <span // what follows says the same
          class={`chip ${toneOf(first)}`}
          style={{ backgroundColor: shade === null ? '' : drawColor(shade) }}
          aria-hidden="true"
        >
          {labelOf(first, percent)}
        </span>
        <span class="move-name">{formatMove(first.move, board)}</span>
        <span class="move-value">{describeRating(first, say)}</span>
        {chance && figure !== null && (
          <span class={shade === 1 ? 'move-chance is-best' : 'move-chance'}>
            <span class="nmm-hidden">{say(chance.answers ? 'chance.word' : 'chance.word.estimate')}</span>
            <span>{`${chance.answers ? '' : '~'}${percent(figure)}`}</span>
          </span>
        )}
        <span class="move-replies">{describeReplies(first, distinctionOf(first, rated), say)}</span>
        <span class="note">{nameSource(first, say)}</span>
      </MoveLink>
      {moves.length > 1 && (
        <Button
          class="equal-moves"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          {...pointing(preview, moves)}
        >
          {say('equal', { count: moves.length })}
        </Button>
      )}
      {isOpen && (
        <ul class="explore-line">
          {moves.map((move) => (
            <li>
              <MoveLink class={`by-${colorName(turn)}`} record={record} moves={[move]} preview={preview}>
                {formatMove(move, board)}
              </MoveLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface LinkProps {
  readonly class?: string
  readonly record: FenRecord
  /** The move, and those that are shown with it. */
  readonly moves: readonly Move[]
  readonly preview: Preview
  readonly children: ComponentChildren
}

/** A link to the position after a move; pointing at it shows its moves. */
function MoveLink({ record, moves, preview, ...props }: LinkProps): VNode {
  return <a href={addressOfRecord(recordAfter(record, moves[0]))} {...pointing(preview, moves)} {...props} />
}

function pointing(preview: Preview, moves: readonly Move[]): Readonly<Record<string, () => void>> {
  const point = (): void => preview(moves)
  const leave = (): void => preview([])
  return { onPointerEnter: point, onPointerLeave: leave, onFocusIn: point, onFocusOut: leave }
}
