/** Lessons and puzzles that are done, kept in the browser. */
import { load, save } from '../shared/storage'

const NAME = 'learned'

interface Learned {
  readonly lessons: readonly string[]
  readonly puzzles: readonly string[]
}

export type Kind = keyof Learned

/** What is done; anything unreadable counts as nothing. */
export function learned(kind: Kind): ReadonlySet<string> {
  const stored = load(NAME) as Partial<Learned> | null
  const list = stored?.[kind]
  return new Set(Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [])
}

/** Notes that something is done. */
export function note(kind: Kind, id: string): void {
  const all: Learned = {
    lessons: [...learned('lessons')],
    puzzles: [...learned('puzzles')],
  }
  if (!all[kind].includes(id)) save(NAME, { ...all, [kind]: [...all[kind], id] })
}
