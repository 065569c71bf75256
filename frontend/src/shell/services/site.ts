/**
 * Whose site this is: `site.json` says whether a server is behind it, and whether it has tables to read.
 *
 * A static site is known again on the next visit, without a connection too; behind a server, the server is asked.
 */
import { fileStem } from '../../core/rules/variant'
import type { Health } from '../../generated/api'
import { load, save } from './storage'

const FILE = './site.json'
const NAME = 'site'
const APPLICATION = 'Merels'

/** What a site offers; `SiteDocument` of `merels.web.routes.engine`. */
export interface Site {
  readonly application: string
  /** Whether there is an API. */
  readonly server: boolean
  /** Whether there is a folder of tables, and of which variants. */
  readonly tables: boolean
  readonly variants: readonly string[]
  /** Positions with fewer men placed are in the books of a static site, with all their moves. */
  readonly book_men?: number
  /** How the server is, if there is one. */
  readonly health?: Health
}

/** The static site that was found here before, or null. */
export function keptSite(): Site | null {
  const kept = load(NAME) as Site | null
  return kept?.application === APPLICATION && Array.isArray(kept.variants) ? kept : null
}

/** Asks the host; fails if nobody answers, or another program does. */
export async function askSite(signal: AbortSignal): Promise<Site> {
  const response = await fetch(FILE, { cache: 'no-cache', signal })
  const site = (await response.json()) as Site
  if (!response.ok || site.application !== APPLICATION) throw new Error(`${response.status} ${response.statusText}`)
  save(NAME, site.server ? null : site)
  return site
}

/** What a static site has in place of an answer of the API, by variant; null if it has none. */
export async function readData(folder: 'results', variant: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(`./data/${folder}/${fileStem(variant)}.json`, { signal })
  return response.ok ? response.json() : null
}
