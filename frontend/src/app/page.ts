/** What a page of the app is, and what it gets. */
import type { Language } from '../bilingual'
import type { Server } from './server'
import type { Settings } from './shared/settings'

/** What the shell hands to a page. */
export interface PageContext {
  /** A page is mounted anew when the language changes, so this one stays. */
  readonly language: Language
  readonly settings: Settings
  readonly server: Server
  /** The address that the page was opened with. */
  readonly url: URL
  /** Aborted when the page goes away: requests that carry it end by themselves. */
  readonly signal: AbortSignal
  /** Says a text to those who listen. */
  announce(text: string): void
  /** Goes to an address of the app, as a click on a link would. */
  navigate(address: string): void
  /** Changes the address without a step in the history. */
  replaceAddress(address: string): void
}

/** A page that is shown. */
export interface MountedPage {
  /** Leaves nothing behind: timers, listeners, requests. */
  unmount(): void
  /** The address has changed within the page, by a link or the browser's buttons. */
  navigated?(url: URL): void
}

/** Builds a page into `root`, which is empty. */
export type Mount = (root: HTMLElement, context: PageContext) => MountedPage
