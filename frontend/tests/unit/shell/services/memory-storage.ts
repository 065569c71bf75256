/** A `localStorage` in memory. */
import { vi } from 'vitest'

/** Takes the place of the browser's; returns what is kept. Undo it with `vi.unstubAllGlobals`. */
export function keepInMemory(): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
  return kept
}
