/** Helpers for elements and listeners. */

/** Creates an element and appends it to its parent. */
export function addElement<Tag extends keyof HTMLElementTagNameMap>(
  parent: Element,
  tag: Tag,
  className = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (className) element.className = className
  parent.append(element)
  return element
}

/** Adds a button that does not submit a surrounding form. */
export function addButton(parent: Element, className = ''): HTMLButtonElement {
  const button = addElement(parent, 'button', className)
  button.type = 'button'
  return button
}

/** Sets a text only if it differs: every write triggers a layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** The same for an attribute; screen readers watch those too. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}

/** Listeners that are removed together. */
export class Listeners {
  private removers: (() => void)[] = []

  /** `wrap` is applied to every listener. */
  constructor(private readonly wrap: <Event>(react: (event: Event) => void) => (event: Event) => void) {}

  add<Type extends keyof HTMLElementEventMap>(
    target: EventTarget,
    type: Type,
    react: (event: HTMLElementEventMap[Type]) => void,
    options?: AddEventListenerOptions,
  ): void {
    const listener = this.wrap(react) as (event: Event) => void
    target.addEventListener(type, listener, options)
    this.removers.push(() => target.removeEventListener(type, listener))
  }

  removeAll(): void {
    for (const remove of this.removers.splice(0)) remove()
  }
}
