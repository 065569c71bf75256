/** The interface between the shell and its pages. */
import type * as QrEncoder from 'lean-qr/nano'
import type { Server } from './server'
import type { Settings } from './settings'
import type { Language, Speech } from '../../texts/texts'

/** What the shell provides to a page. */
export interface PageContext {
  /**
   * The language and its texts, a signal: a component that reads it is rendered again when the language changes.
   * Pages without components are mounted again.
   */
  readonly speech: Speech
  /** Loads another language, for files that are always written in it; by default what Play, Review and Explore need. */
  loadSpeech(language: Language, isWhole?: boolean): Promise<Speech>
  /** Loads what draws QR codes. */
  loadQrEncoder(): Promise<typeof QrEncoder>
  readonly settings: Settings
  readonly server: Server
  /** The address the page was opened with. */
  readonly url: URL
  /** Aborted when the page is left; ends the requests that use it. */
  readonly signal: AbortSignal
  /** Announces a text to screen readers. */
  announce(text: string): void
  /** Goes to an address of the app, like a click on a link. */
  navigate(address: string): void
  /** Changes the address without a new history entry. */
  replaceAddress(address: string): void
}

/** A mounted page. */
export interface MountedPage {
  /** Whether it shows another language by itself, and keeps its state. */
  readonly followsLanguage?: boolean
  /** Stops all timers, listeners and requests. */
  unmount(): void
  /** Called when the address changes within the page, by a link or the browser's buttons. */
  navigated?(url: URL): void
}

/** Builds a page in `root`, which is empty. */
export type Mount = (root: HTMLElement, context: PageContext) => MountedPage
