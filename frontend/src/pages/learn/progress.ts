/** Completed lessons and puzzles, stored in the browser. */
import { load, save } from '../../shell/services/storage'

const NAME = 'learned'

interface Learned {
  readonly lessons: readonly string[]
  readonly puzzles: readonly string[]
}

export type Kind = keyof Learned

/** The completed items; unreadable data counts as none. */
export function learned(kind: Kind): ReadonlySet<string> {
  const stored = load(NAME) as Partial<Learned> | null
  const list = stored?.[kind]
  return new Set(Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [])
}

/** Marks an item as completed. */
export function note(kind: Kind, id: string): void {
  const all: Learned = {
    lessons: [...learned('lessons')],
    puzzles: [...learned('puzzles')],
  }
  if (!all[kind].includes(id)) save(NAME, { ...all, [kind]: [...all[kind], id] })
}
