/** Shows the page of the address in the frame, and follows links, settings and the browser's buttons. */
import { signal as createSignal, effect } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { createRef, render } from 'preact'
import { Announcer } from '../board/accessibility'
import { createSay } from '../texts/texts'
import type { Language, Speech } from '../texts/texts'
import { Failure } from '../ui/later'
import { mountPage } from '../ui/view'
import { Frame, Missing, NeedsServer } from './frame'
import type { Routes } from './router'
import { whenIdle } from './services/idle'
import { addressClicked } from './services/links'
import type { Mount, MountedPage, PageContext } from './services/page'
import { needsAllTexts, pathOf } from './services/paths'
import type { Path } from './services/paths'
import { wholeAddress } from './services/root'
import { Server } from './services/server'
import { Settings } from './services/settings'

/** What is loaded on demand; the start script alone knows the names of these files. */
export interface Loaders extends Pick<PageContext, 'loadSpeech' | 'loadQrEncoder'> {
  readonly routes: Routes
}

export class Shell {
  private readonly server = new Server()
  private readonly main = createRef<HTMLElement>()
  private readonly announcer: Announcer
  /** The address shown. */
  private readonly shown = createSignal(new URL(location.href))
  private page: MountedPage | null = null
  private leaving = new AbortController()
  /** Whether a newer version has been downloaded. */
  private isOutdated = false

  /** Builds the frame in `body`. */
  private constructor(
    body: HTMLElement,
    private readonly settings: Settings,
    private readonly spoken: Signal<Speech>,
    private readonly loaders: Loaders,
  ) {
    const { server, main, shown } = this
    const chooseLanguage = (language: Language): void => void this.chooseLanguage(language)
    render(<Frame {...{ spoken, shown, settings, server, main, chooseLanguage }} />, body)
    this.announcer = new Announcer(body)
    effect(() => {
      const path = pathOf(shown.value)
      document.documentElement.lang = spoken.value.language
      const say = createSay(spoken.value, 'shell')
      document.title = path === null || path === '/' ? 'Merels' : `${say(`page.${path}`)} · Merels`
    })
  }

  /** Shows the current page and starts handling links and settings. */
  static async start(body: HTMLElement, loaders: Loaders): Promise<Shell> {
    const settings = new Settings()
    const speech = await loadLanguage(settings.language, needsAllTexts(pathOf(new URL(location.href))), loaders)
    const shell = new Shell(body, settings, createSignal(speech), loaders)
    document.addEventListener('click', (event) => {
      const url = addressClicked(event)
      if (!url) return
      event.preventDefault()
      shell.navigate(url.href)
    })
    addEventListener('popstate', () => void shell.show())
    settings.onTheme(paintBrowser)
    paintBrowser()
    shell.server.watch()
    await shell.show()
    whenIdle(() => void shell.speakWhole().catch(() => undefined)) // the page that needs it asks again
    return shell
  }

  /** Makes the next link load the newer version. */
  outdate(): void {
    this.isOutdated = true
  }

  private async chooseLanguage(language: Language): Promise<void> {
    this.settings.language = language
    if (this.isOutdated) {
      location.reload() // the language of this version may be gone
      return
    }
    const speech = await loadLanguage(language, isWhole(this.spoken.peek()), this.loaders)
    if (this.settings.language !== language) return // another one has been chosen meanwhile
    this.spoken.value = speech
    if (!this.page?.followsLanguage) await this.mount()
  }

  /** Loads the texts that the pages most see first do without. */
  private async speakWhole(): Promise<void> {
    const { language } = this.spoken.peek()
    if (isWhole(this.spoken.peek())) return
    const speech = await this.loaders.loadSpeech(language, true)
    if (this.spoken.peek().language === language) this.spoken.value = speech
  }

  private navigate(address: string): void {
    if (this.isOutdated) {
      location.assign(address) // files of this version may be gone
      return
    }
    if (address !== location.href) history.pushState(null, '', address)
    void this.arrive(this.shown.value.pathname === location.pathname)
  }

  private async arrive(isWithin: boolean): Promise<void> {
    await this.show()
    if (isWithin) return
    scrollTo(0, 0)
    this.main.current?.focus({ preventScroll: true }) // screen readers start at the top of the new page
  }

  /** Shows the current address, within the mounted page if possible. */
  private async show(): Promise<void> {
    const url = new URL(location.href)
    if (this.page?.navigated && this.shown.value.pathname === url.pathname) {
      this.shown.value = url
      this.page.navigated(url)
      return
    }
    await this.mount()
  }

  /** Mounts the page of the current address. */
  private async mount(): Promise<void> {
    this.leave()
    const url = new URL(location.href)
    const path = pathOf(url)
    const { signal } = this.leaving
    this.shown.value = url
    try {
      const [mount] = await Promise.all([
        path === null ? mountPage(Missing) : this.pageAt(path),
        needsAllTexts(path) ? this.speakWhole() : null,
      ])
      if (signal.aborted) return
      this.fill(mount, url, signal)
      performance.mark('interactive') // the performance budget measures this
    } catch (error) {
      if (signal.aborted) return
      this.fill(mountPage(() => <Failure error={error} again={() => void this.mount()} />), url, signal)
    }
  }

  /** A page, unless it needs a server and the site has none. */
  private async pageAt(path: Path): Promise<Mount> {
    if (path !== '/people' && path !== '/game') return this.loaders.routes[path]()
    if (this.server.isReachable === null) await this.server.look()
    return this.server.isStatic ? mountPage(NeedsServer) : this.loaders.routes[path]()
  }

  private fill(mount: Mount, url: URL, signal: AbortSignal): void {
    const { current } = this.main
    if (!current) return
    current.replaceChildren()
    this.page = mount(current, this.contextFor(url, signal))
  }

  private leave(): void {
    this.leaving.abort()
    this.leaving = new AbortController()
    this.page?.unmount()
    this.page = null
  }

  private contextFor(url: URL, signal: AbortSignal): PageContext {
    const { settings, server, spoken } = this
    const { loadSpeech, loadQrEncoder } = this.loaders
    return {
      loadSpeech,
      loadQrEncoder,
      get speech() {
        return spoken.value
      },
      settings,
      server,
      url,
      signal,
      announce: (text) => this.announcer.say(text),
      navigate: (address) => this.navigate(wholeAddress(address)),
      replaceAddress: (address) => {
        history.replaceState(null, '', address)
        this.shown.value = new URL(location.href)
      },
    }
  }
}

/** Loads a language; English if that fails, as without a connection only these two are there. */
function loadLanguage(language: Language, whole: boolean, { loadSpeech }: Loaders): Promise<Speech> {
  return loadSpeech(language, whole).catch(() => loadSpeech('en', whole))
}

/** Whether all texts are loaded, of which Play needs some. */
function isWhole({ texts }: Speech): boolean {
  return 'learn' in texts
}

/** Sets the colour of the browser's own frame. */
function paintBrowser(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--page').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', color)
}
