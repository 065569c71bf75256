/** Values kept in the browser. A browser that keeps nothing is no error: the page forgets, no more. */

const PREFIX = 'merels.'

/** For all visits, or for this tab alone. */
type Area = 'localStorage' | 'sessionStorage'

/** The value that was saved under a name, or null. */
export function load(name: string, area: Area = 'localStorage'): unknown {
  try {
    const text = globalThis[area].getItem(PREFIX + name)
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

/** Saves anything that JSON can hold; null removes it. */
export function save(name: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(PREFIX + name)
    else globalThis[area].setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Full or forbidden.
  }
}
