/** The texts of the board as [Japanese, English], the languages of hosts; the build makes them of the files of both. */
declare module 'virtual:host-texts' {
  import type { Key } from '../texts/keys'
  const TEXTS: Readonly<Record<Key<'board'>, readonly [string, string]>>
  export default TEXTS
}
