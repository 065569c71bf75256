/** The strip of moves that led to the position, with buttons and keys to step through it. */
import type { RefObject, TargetedKeyboardEvent, TargetedMouseEvent, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { plyLeft, recordsOf } from '../../core/match/trail'
import type { Line, Trail } from '../../core/match/trail'
import { WHITE, colorName, formatMove } from '../../core/rules/position'
import { addressOfRecord } from '../../shell/services/addresses'
import { addressClicked } from '../../shell/services/links'
import { Button, Icon } from '../../ui/components'
import { STEPS, STEP_KEYS, plyAfter } from '../../ui/steps'
import type { Step } from '../../ui/steps'
import { useSay } from '../../ui/view'

interface StripProps {
  readonly trail: Trail
  readonly forward: RefObject<HTMLButtonElement | null>
  /** Goes to a ply of the trail, or of its game. */
  walkTo(ply: number, line: Line): void
  load(): void
}

export function TrailStrip({ trail, forward, walkTo, load }: StripProps): VNode {
  const say = useSay('explore')
  const list = useRef<HTMLOListElement>(null)
  const { moves, ply, game } = trail
  const left = plyLeft(trail)
  // Scrolls the current move to the middle of the strip without moving the page.
  useEffect(() => {
    const { current } = list
    const item = current?.children[ply - 1]
    if (!current) return
    const isThere = item instanceof HTMLElement
    current.scrollLeft = isThere ? item.offsetLeft - (current.clientWidth - item.offsetWidth) / 2 : 0
  }, [trail])
  const take = (step: Step): void => {
    const to = plyAfter(step, ply, moves.length)
    if (to !== ply) walkTo(to, trail)
  }
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (!(event.key in STEP_KEYS) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const step = STEP_KEYS[event.key]
    take(step)
    if (!list.current?.contains(document.activeElement)) return
    const item = list.current.children[Math.max(0, plyAfter(step, ply, moves.length) - 1)]
    item?.querySelector('a')?.focus({ preventScroll: true })
  }
  const click = (event: TargetedMouseEvent<HTMLAnchorElement>, to: number): void => {
    if (!addressClicked(event)) return // the browser opens new tabs
    event.preventDefault()
    walkTo(to, trail)
  }
  const records = recordsOf(trail)
  return (
    <section class="card trail" aria-label={say('trail')} onKeyDown={press}>
      <div class="trail-head">
        {STEPS.map((step) => (
          <Button
            class="button plain-button trail-step"
            title={say(`step.${step}`)}
            aria-label={say(`step.${step}`)}
            aria-disabled={plyAfter(step, ply, moves.length) === ply} // unlike `disabled`, keeps the focus
            ref={step === 'next' ? forward : null}
            onClick={() => take(step)}
          >
            <Icon name={step} />
          </Button>
        ))}
        <Button class="button trail-load" onClick={load}><Icon name="file" />{say('load')}</Button>
      </div>
      {moves.length === 0 && <p class="note">{say('trail.empty')}</p>}
      {moves.length > 0 && (
        <ol class="explore-line trail-moves" aria-label={say('trail')} ref={list}>
          {moves.map((move, index) => {
            const { position: { turn, variant }, moveNumber } = records[index]
            const states = [index >= ply && 'is-ahead', left !== null && index >= left && 'is-tried']
            const isAgain = index > 0 && records[index - 1].position.turn === turn
            const number = turn === WHITE ? `${moveNumber}. ` : isAgain ? `${moveNumber}. -- ` : index === 0 ? `${moveNumber}... ` : ''
            return (
              <li>
                <a
                  class={[`by-${colorName(turn)}`, ...states].filter(Boolean).join(' ')}
                  href={addressOfRecord(records[index + 1])}
                  aria-current={index + 1 === ply ? 'step' : undefined}
                  tabIndex={index === Math.max(0, ply - 1) ? 0 : -1} // the arrow keys start there
                  onClick={(event) => click(event, index + 1)}
                >
                  {number + formatMove(move, variant.board)}
                </a>
              </li>
            )
          })}
        </ol>
      )}
      {game && (
        <div class="trail-game">
          <span class="note">{game.title}</span>
          {left !== null && <Button class="button" onClick={() => walkTo(left, game)}>{say('trail.back')}</Button>}
        </div>
      )}
    </section>
  )
}
