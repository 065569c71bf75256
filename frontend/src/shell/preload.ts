/** Loads a page together with its other files; the build calls this wherever a script imports another on demand. */

/** The document itself links the core. */
const LINKED = /^assets\/core-/

const sheets = new Map<string, Promise<unknown>>()

/** Loads a script once its style sheets are there, and what it imports at the same time. */
export async function preload<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  const others = files.filter((file) => !LINKED.test(file))
  for (const href of others) if (href.endsWith('.js')) addLink('modulepreload', href)
  const styled = others.filter((href) => href.endsWith('.css')).map(loadSheet)
  const [loaded] = await Promise.all([load(), ...styled])
  return loaded
}

function loadSheet(href: string): Promise<unknown> {
  const known = sheets.get(href)
  if (known) return known
  const loading = addSheet(href)
  sheets.set(href, loading)
  return loading
}

/** Adds a sheet after the core's, which it changes; the document may not have come to that one yet. */
async function addSheet(href: string): Promise<unknown> {
  if (document.readyState === 'loading') {
    addLink('preload', href, 'style')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  }
  return new Promise((resolve, reject) => {
    const link = addLink('stylesheet', href)
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      sheets.delete(href) // the next attempt loads it again
      link.remove()
      reject(new Error(`no style sheet at ${href}`))
    })
  })
}

function addLink(rel: string, href: string, as = ''): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  if (as) link.as = as
  link.href = href
  document.head.append(link)
  return link
}

/** The name that the build calls it by. */
export { preload as __vitePreload }
