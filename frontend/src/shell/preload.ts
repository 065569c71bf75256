/** Loads a page together with its other files; the build calls this wherever a script imports another on demand. */

/** The document itself links the core. */
const LINKED = /^assets\/core-/

/** Loads a script, and what it imports at the same time. */
export function preload<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  for (const href of files.filter((file) => !LINKED.test(file))) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  return load()
}

/** The name that the build calls it by. */
export { preload as __vitePreload }
