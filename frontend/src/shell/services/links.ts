/** Which addresses are pages of ours, and which links lead to them. */

/** The paths of the pages, as the header shows them. */
const PATHS = ['/', '/people', '/review', '/explore', '/learn', '/results', '/game'] as const
export type Path = (typeof PATHS)[number]

/** The pages that the header links to: all but the games with people, of which each has its own address. */
export type Linked = Exclude<Path, '/game'>
export const LINKED = PATHS.filter((path): path is Linked => path !== '/game')

/** Another address of the Play page. */
const PLAY = '/play'

/** The address of a game with people. */
const GAME = /^\/game\/[\w-]+$/

/** The path of an address, or null if it is not a page of ours. */
export function pathOf(url: URL): Path | null {
  const path = url.pathname.replace(/(?<=.)\/$/, '')
  if (path === PLAY) return '/'
  return GAME.test(path) ? '/game' : (LINKED.find((each) => each === path) ?? null)
}

/** The address of a plain click on a link to one of our pages, or null. */
export function addressClicked(event: MouseEvent): URL | null {
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (event.defaultPrevented || !isPlain || !link || link.target || link.hasAttribute('download')) return null
  const url = new URL(link.href, location.href)
  if (url.origin !== location.origin || pathOf(url) === null) return null
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return null
  return url
}
