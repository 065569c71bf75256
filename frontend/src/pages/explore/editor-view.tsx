/** The controls of the editor. */
import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { BLACK, WHITE, inHand } from '../../core/rules/position'
import type { Position } from '../../core/rules/position'
import { Button, Check, Choices, Prose } from '../../ui/components'
import { describeFault } from '../../ui/faults'
import { usePage, useSay } from '../../ui/view'
import { BRUSHES, PHASES } from './editing'
import type { Brush, Editor } from './editing'
import { nameSide } from './explore-narration'
import { faultOfHands } from './hands'

const COLORS = [WHITE, BLACK] as const

interface EditorProps {
  readonly editor: Editor
  done(position: Position): void
  cancel(): void
}

export function EditorView({ editor, done, cancel }: EditorProps): VNode {
  const say = useSay('explore')
  const { speech } = usePage()
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    card.current?.querySelector('input')?.focus({ preventScroll: true })
    scrollTo(0, 0) // the board is needed next
  }, [])
  const position = editor.position.value
  const phase = editor.phase.value
  const fault = faultOfHands(position)
  const chooseBrush = (brush: Brush): void => {
    editor.brush.value = brush
  }
  const sides = COLORS.map((value) => ({ value, text: nameSide(value, say) }))
  const brushes = BRUSHES.map((value) => ({ value, text: say(`brush.${value}`) }))
  const phases = PHASES.map((value) => ({ value, text: say(`phase.${value}`) }))
  return (
    <section class="card explore-editor" ref={card}>
      <h2>{say('editor')}</h2>
      <p class="note">{say('editor.help')}</p>
      <Choices name="brush" title={say('brush')} choices={brushes} chosen={editor.brush.value} choose={chooseBrush} />
      <Choices
        name="turn" title={say('turn')} choices={sides} chosen={position.turn}
        choose={(turn) => editor.change({ turn })}
      />
      <Choices
        name="phase" title={say('phase')} choices={phases} chosen={phase}
        choose={(chosen) => editor.choosePhase(chosen)}
      />
      {phase === 'placing' && (
        <fieldset class="field explore-hands">
          <legend>{say('hands')}</legend>
          {COLORS.map((color) => (
            <label>
              <span>{nameSide(color, say)}</span>
              <input
                class="input"
                type="number"
                min={0}
                max={position.variant.men}
                inputMode="numeric"
                value={inHand(position, color)}
                onInput={({ currentTarget }) => editor.chooseHand(color, Math.trunc(Number(currentTarget.value)))}
              />
            </label>
          ))}
        </fieldset>
      )}
      <Check text={say('removing')} isChecked={position.removing} check={(removing) => editor.change({ removing })} />
      <p class="explore-fault" role="status">
        <Prose text={fault ? say('impossible', { why: describeFault(fault, speech) }) : ''} />
      </p>
      <div class="row">
        <Button class="button" onClick={() => editor.clear()}>{say('empty')}</Button>
        <Button class="button" onClick={() => editor.restart()}>{say('start')}</Button>
      </div>
      <div class="row explore-ending">
        <Button class="button" onClick={cancel}>{say('cancel')}</Button>
        <Button class="button main-button" disabled={fault !== null} onClick={() => done(position)}>{say('done')}</Button>
      </div>
    </section>
  )
}
