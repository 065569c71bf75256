/**
 * Where the app is: at the root of its host, or in a folder. Every address of the app is below it, and whatever the
 * browser keeps is named by it, so that two sites of one origin do not meet.
 *
 * The document's `base` element says where it is: `./` in the document itself, `../` in copies one folder deeper. So
 * addresses such as `./explore` mean the same wherever the document was opened.
 */

/** Without a document, as in tests, the app is at the root of its host. */
const { document } = globalThis as { readonly document?: { readonly baseURI: string } }
export const ROOT = new URL('.', document?.baseURI ?? 'http://localhost/')

/** The whole address of a place in the app, to share: `./explore?fen=...`. */
export function wholeAddress(address: string): string {
  return new URL(address, ROOT).href
}

/** How names in the browser's storage begin; at the root of a host as in all versions so far. */
export function prefixFor({ pathname }: URL, separator: string): string {
  return pathname === '/' ? `merels${separator}` : `merels ${pathname} `
}
