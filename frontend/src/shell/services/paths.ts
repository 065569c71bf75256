/** Which addresses are pages of ours. */
import { ROOT } from './root'

/** The paths of the pages, as the header shows them. */
const PATHS = ['/', '/people', '/review', '/explore', '/learn', '/results', '/game'] as const
export type Path = (typeof PATHS)[number]

/** The pages that the header links to: all but the games with people, of which each has its own address. */
export type Linked = Exclude<Path, '/game'>
export const LINKED = PATHS.filter((path): path is Linked => path !== '/game')

/** Whether a page needs all texts of a language. */
export function needsAllTexts(path: Path | null): boolean {
  return path !== null && !['/', '/review', '/explore'].includes(path)
}

/** Another address of the Play page. */
const PLAY = '/play'

/** The address of a game with people. */
const GAME = /^\/game\/([\w-]+)$/

/** The path of an address, or null if it is not a page of the app at `root`. */
export function pathOf(url: URL, root = ROOT): Path | null {
  const path = placeOf(url, root)
  if (path === PLAY) return '/'
  return GAME.test(path) ? '/game' : (LINKED.find((each) => each === path) ?? null)
}

/** The id in the address of a game with people. */
export function gameIdOf(url: URL): string {
  return GAME.exec(placeOf(url, ROOT))?.[1] ?? ''
}

/** Where an address is below the root; a page, its folder and the document in the folder are the same. */
function placeOf({ pathname }: URL, root: URL): string {
  if (!pathname.startsWith(root.pathname)) return ''
  return pathname.slice(root.pathname.length - 1).replace(/(?<=\/)index\.html$/, '').replace(/(?<=.)\/$/, '')
}
