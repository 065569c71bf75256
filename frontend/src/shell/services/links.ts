/** Which links lead to pages of ours. */
import { pathOf } from './paths'

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
