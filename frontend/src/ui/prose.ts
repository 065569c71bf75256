/** Texts of the pages, which name moves. */

/** A move in a text, which browsers would break after its hyphen. */
const MOVE = /([a-g]\d-[a-g]\d(?:x[a-g]\d)?[!?]*)/

/** Sets a text only if it differs: every write triggers a layout. Moves in it stay on one line. */
export function setText(element: Element, text: string): void {
  if (element.textContent === text) return
  const parts = text.split(MOVE)
  element.replaceChildren(...parts.map((part, index) => (index % 2 ? unbroken(part) : part)))
}

function unbroken(text: string): HTMLElement {
  const span = document.createElement('span')
  span.style.whiteSpace = 'nowrap'
  span.textContent = text
  return span
}
