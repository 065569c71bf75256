/** Values kept in the browser. A browser that keeps nothing is no error: the page forgets, no more. */

const PREFIX = 'merels.'

/** The value that was saved under a name, or null. */
export function load(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

/** Saves anything that JSON can hold; null removes it. */
export function save(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Full or forbidden.
  }
}
