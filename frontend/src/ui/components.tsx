/** Controls of several pages, as components. */
import type { ButtonHTMLAttributes, ComponentChildren, TargetedEvent, VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Variant } from '../core/rules/variant'
import { VARIANTS, VARIANT_NAMES } from '../core/rules/variants'
import type { VariantName } from '../core/rules/variants'
import { SHAPES } from './icons'
import type { Icon as IconName } from './icons'
import type { SessionBoard } from './session-board'
import { nameOf } from './variant-words'
import { usePage, useSay } from './view'

/** A button that does not submit a surrounding form. */
export function Button(props: ButtonHTMLAttributes): VNode {
  return <button type="button" {...props} />
}

/** A move in a text, which browsers would break after its hyphen. */
const MOVE = /([a-g]\d-[a-g]\d(?:x[a-g]\d)?[!?]*)/

/** A text in which moves stay on one line. */
export function Prose({ text }: { readonly text: string }): VNode {
  const parts = text.split(MOVE)
  return <>{parts.map((part, index) => (index % 2 ? <span style={{ whiteSpace: 'nowrap' }}>{part}</span> : part))}</>
}

interface CommandProps {
  readonly name: string
  readonly icon: IconName
  readonly text: string
  readonly disabled?: boolean
  act(): void
}

/** A button with an icon, for a command of a game. */
export function Command({ name, icon, text, disabled = false, act }: CommandProps): VNode {
  return (
    <Button class="button" data-command={name} disabled={disabled} onClick={act}>
      <Icon name={icon} />
      <span>{text}</span>
    </Button>
  )
}

interface MessageProps {
  readonly title: string
  /** Whether screen readers announce it. */
  readonly role?: 'status'
  readonly children?: ComponentChildren
}

/** A card in place of what cannot be shown: why, and what to do instead. */
export function Message({ title, role, children }: MessageProps): VNode {
  return (
    <section class="card message" role={role}>
      <h1>{title}</h1>
      {children}
    </section>
  )
}

/** An icon, hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg viewBox="0 0 24 24" class="icon" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  )
}

interface Choice<Value> {
  readonly value: Value
  readonly text: string
  /** Whether it cannot be chosen now. */
  readonly isDisabled?: boolean
}

interface ChoicesProps<Value> {
  readonly name: string
  readonly title: string
  readonly choices: readonly Choice<Value>[]
  readonly chosen: Value
  readonly disabled?: boolean
  choose(value: Value): void
  /** What follows the buttons. */
  readonly children?: ComponentChildren
}

/** A group of radio buttons. */
export function Choices<Value>(props: ChoicesProps<Value>): VNode {
  const { name, title, choices, chosen, disabled = false, choose, children } = props
  return (
    <fieldset class="field" disabled={disabled}>
      <legend>{title}</legend>
      <div class="choices">
        {choices.map(({ value, text, isDisabled = false }, index) => (
          <label>
            <input
              type="radio"
              name={name}
              value={index}
              checked={value === chosen}
              disabled={isDisabled}
              onChange={() => choose(value)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}

interface CheckProps {
  readonly text: string
  /** What it means. */
  readonly help?: string
  readonly isChecked: boolean
  readonly disabled?: boolean
  check(isChecked: boolean): void
}

/** A box to check. */
export function Check({ text, help, isChecked, disabled = false, check }: CheckProps): VNode {
  const changed = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => check(currentTarget.checked)
  return (
    <label class="check">
      <input type="checkbox" checked={isChecked} disabled={disabled} onChange={changed} />
      {help ? <span><span>{text}</span><span class="note check-help">{help}</span></span> : <span>{text}</span>}
    </label>
  )
}

interface VariantMenuProps {
  readonly variant: Variant
  readonly class?: string
  choose(variant: Variant): void
}

/** The menu of variants. */
export function VariantMenu({ variant, choose, ...props }: VariantMenuProps): VNode {
  const { speech } = usePage()
  const say = useSay('variants')
  const changed = ({ currentTarget }: TargetedEvent<HTMLSelectElement>): void =>
    choose(VARIANTS[currentTarget.value as VariantName])
  return (
    <label class={`variant-menu ${props.class ?? ''}`}>
      <span class="nmm-hidden">{say('game')}</span>
      <select class="input" value={variant.name} onChange={changed}>
        {VARIANT_NAMES.map((name) => (
          <option key={name} value={name}>{nameOf(VARIANTS[name], speech)}</option>
        ))}
      </select>
    </label>
  )
}

/** The place of a board on a page. */
export function BoardPlace({ board, ...props }: { readonly board: SessionBoard; readonly class: string }): VNode {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.append(board.stage.element), [board])
  return <div {...props} ref={place} />
}
