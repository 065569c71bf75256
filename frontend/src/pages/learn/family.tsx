/** The other games of the family: their boards, the rules in which they differ, and links to play them. */
import type { VNode } from 'preact'
import type { Geometry } from '../../core/rules/geometry'
import { offers } from '../../core/rules/features'
import { startOf } from '../../core/rules/notation'
import { VARIANTS, VARIANT_NAMES } from '../../core/rules/variants'
import { addressOfRecord, playAddress } from '../../shell/services/addresses'
import { describeRules, nameOf } from '../../ui/variant-words'
import { usePage, useSay } from '../../ui/view'
import './family.css'

/** Room around the points, as a share of the board. */
const ROOM = 0.1

/** A card for each variant that no lesson teaches; its id is the variant's name. */
export function Family(): VNode {
  const say = useSay('learn')
  const { speech } = usePage()
  const others = VARIANT_NAMES.map((name) => VARIANTS[name]).filter((variant) => !offers(variant, 'lessons'))
  return (
    <>
      <h2 id="family">{say('family')}</h2>
      <p class="note">{say('family.intro')}</p>
      <ul class="family">
        {others.map((variant) => (
          <li class="card family-card" id={variant.name}>
            <Drawing board={variant.board} />
            <h3>{nameOf(variant, speech)}</h3>
            <ul class="family-rules">{describeRules(variant, speech).map((rule) => <li>{rule}</li>)}</ul>
            <div class="row">
              <a class="button main-button" href={playAddress(variant)}>{say('play')}</a>
              <a class="button" href={addressOfRecord(startOf(variant))}>{say('explore')}</a>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The lines of a board and its points, hidden from screen readers. */
function Drawing({ board: { places, lines, edges, columns, rows } }: { readonly board: Geometry }): VNode {
  const size = Math.max(columns, rows) - 1
  const room = ROOM * size
  const viewBox = `${-room} ${-room} ${size + 2 * room} ${size + 2 * room}`
  const at = (point: number): string => `${places[point].column} ${places[point].row}`
  const strokes = [...lines, ...edges].map((points) => `M${points.map(at).join('L')}`)
  return (
    <svg viewBox={viewBox} class="thumbnail family-board" aria-hidden="true">
      <path class="thumbnail-lines family-lines" d={strokes.join('')} />
      <path class="family-points" d={places.map((_, point) => `M${at(point)}h0`).join('')} />
    </svg>
  )
}
