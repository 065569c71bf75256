/** Values stored in the browser. If the browser forbids it, pages just forget them. */
import { ROOT, prefixFor } from './root'

const PREFIX = prefixFor(ROOT, '.')

/** Permanent, or for this tab only. */
type Area = 'localStorage' | 'sessionStorage'

/** The value stored under a name, or null. */
export function load(name: string, area: Area = 'localStorage'): unknown {
  try {
    const text = globalThis[area].getItem(PREFIX + name)
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

/** Stores any JSON value; null removes it. */
export function save(name: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(PREFIX + name)
    else globalThis[area].setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // The storage is full or forbidden.
  }
}
