/** The frame around every page: header, links, language, theme and server status. */
import { Announcer } from '../board/accessibility'
import { addButton, addElement, setAttribute } from '../board/dom'
import { addAction, addLink } from './shared/controls'
import { createSay } from './shared/i18n'
import type { Say } from './shared/i18n'
import { icon } from './shared/icons'
import type { MountedPage, PageContext } from './page'
import { LINKED, ROUTES, addressClicked, pathOf } from './router'
import type { Linked } from './router'
import { Server } from './server'
import { Settings, THEME_CHOICES } from './shared/visitor/settings'
import type { ThemeChoice } from './shared/visitor/settings'
import { TEXTS } from './shell-texts'
import type { Language } from '../bilingual'
import type { SolvingDocument } from '../generated/api'
import { setText } from './shared/prose'

const OTHER: Readonly<Record<Language, { readonly language: Language; readonly name: string }>> = {
  en: { language: 'ja', name: '日本語' },
  ja: { language: 'en', name: 'English' },
}

/** The number of moving tables, with which every endgame is exact, and of all tables. */
const MOVING_TABLES = 49
const ALL_TABLES = 318

export class Shell {
  private readonly settings = new Settings()
  private readonly server = new Server()
  private readonly skip: HTMLAnchorElement
  private readonly nav: HTMLElement
  private readonly links: ReadonlyMap<Linked, HTMLAnchorElement>
  private readonly languageButton: HTMLButtonElement
  private readonly themeSelect: HTMLSelectElement
  private readonly main: HTMLElement
  private readonly status: HTMLElement
  private readonly progress: HTMLProgressElement
  private readonly solveLink: HTMLAnchorElement
  private readonly announcer: Announcer
  private page: MountedPage | null = null
  private shown: URL | null = null
  private leaving = new AbortController()
  /** Whether a newer version has been downloaded. */
  private isOutdated = false

  constructor(body: HTMLElement) {
    this.skip = addElement(body, 'a', 'skip')
    this.skip.href = '#main'
    const header = addElement(body, 'header', 'header')
    const brand = addElement(header, 'a', 'brand')
    brand.href = '/'
    brand.append(icon('brand'))
    addElement(brand, 'span').textContent = 'Merels'
    this.nav = addElement(header, 'nav', 'nav')
    this.links = new Map(LINKED.map((path) => [path, addPageLink(this.nav, path)]))
    const tools = addElement(header, 'div', 'tools')
    this.languageButton = addButton(tools, 'tool')
    this.themeSelect = addElement(tools, 'select', 'tool')
    for (const choice of THEME_CHOICES) addElement(this.themeSelect, 'option').value = choice
    this.main = addElement(body, 'main', 'main')
    this.main.id = 'main'
    this.main.tabIndex = -1
    const footer = addElement(body, 'footer', 'footer')
    this.status = addElement(footer, 'span', 'status')
    this.progress = addElement(footer, 'progress')
    this.solveLink = addLink(footer, '', '/results#solving')
    this.announcer = new Announcer(body)
  }

  /** Makes the next link load the newer version. */
  outdate(): void {
    this.isOutdated = true
  }

  /** Shows the current page and starts handling links and settings. */
  async start(): Promise<void> {
    const { settings, server } = this
    document.addEventListener('click', (event) => {
      const url = addressClicked(event)
      if (!url) return
      event.preventDefault()
      this.navigate(url.href)
    })
    addEventListener('popstate', () => void this.show())
    this.skip.addEventListener('click', (event) => {
      event.preventDefault()
      this.main.focus()
    })
    this.languageButton.addEventListener('click', () => {
      settings.language = OTHER[settings.language].language
    })
    this.themeSelect.addEventListener('change', () => {
      settings.themeChoice = this.themeSelect.value as ThemeChoice
    })
    settings.onLanguage(() => {
      this.update()
      void this.mount()
    })
    settings.onTheme(() => this.paintBrowser())
    server.onChange(() => this.updateStatus())
    server.watch()
    this.update()
    this.paintBrowser()
    await this.show()
  }

  private get say(): Say<keyof typeof TEXTS> {
    return createSay(TEXTS, this.settings.language)
  }

  private navigate(address: string): void {
    if (this.isOutdated) {
      location.assign(address) // files of this version may be gone
      return
    }
    if (address !== location.href) history.pushState(null, '', address)
    void this.arrive(this.shown?.pathname === location.pathname)
  }

  private async arrive(isWithin: boolean): Promise<void> {
    await this.show()
    if (isWithin) return
    scrollTo(0, 0)
    this.main.focus({ preventScroll: true }) // screen readers start at the top of the new page
  }

  /** Shows the current address, within the mounted page if possible. */
  private async show(): Promise<void> {
    const url = new URL(location.href)
    if (this.page?.navigated && this.shown?.pathname === url.pathname) {
      this.shown = url
      this.page.navigated(url)
      return
    }
    await this.mount()
  }

  /** Mounts the page of the current address. */
  private async mount(): Promise<void> {
    const url = new URL(location.href)
    const path = pathOf(url)
    this.leave()
    this.shown = url
    const { signal } = this.leaving
    this.update()
    if (path === null) {
      this.showMissing(url)
      return
    }
    try {
      const mount = await ROUTES[path]()
      if (signal.aborted) return
      this.main.replaceChildren()
      this.page = mount(this.main, this.contextFor(url, signal))
      performance.mark('interactive') // the performance budget measures this
    } catch (error) {
      if (!signal.aborted) this.showFailure(error)
    }
  }

  private leave(): void {
    this.leaving.abort()
    this.leaving = new AbortController()
    this.page?.unmount()
    this.page = null
  }

  private contextFor(url: URL, signal: AbortSignal): PageContext {
    const { settings, server } = this
    return {
      language: settings.language,
      settings,
      server,
      url,
      signal,
      announce: (text) => this.announcer.say(text),
      navigate: (address) => this.navigate(new URL(address, location.href).href),
      replaceAddress: (address) => {
        history.replaceState(null, '', address)
        this.shown = new URL(location.href)
      },
    }
  }

  private showMissing(url: URL): void {
    const { say } = this
    const card = this.showCard(say('notFound'), say('notFoundHelp', { path: url.pathname }))
    addLink(card, say('toStart'), '/', 'button main-button')
  }

  private showFailure(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    const card = this.showCard(this.say('failed', { message }), '')
    addAction(card, this.say('again'), 'button main-button', () => void this.mount())
  }

  private showCard(title: string, text: string): HTMLElement {
    this.main.replaceChildren()
    const card = addElement(this.main, 'section', 'card message')
    addElement(card, 'h1').textContent = title
    if (text) addElement(card, 'p').textContent = text
    return card
  }

  /** Updates the frame in the current language. */
  private update(): void {
    const { say, settings } = this
    const path = pathOf(new URL(location.href))
    document.documentElement.lang = settings.language
    document.title = path === null || path === '/' ? 'Merels' : `${say(`page.${path}`)} · Merels`
    setText(this.skip, say('skip'))
    setAttribute(this.nav, 'aria-label', say('pages'))
    for (const [each, link] of this.links) {
      setText(link.lastElementChild ?? link, say(`page.${each}`))
      if (each === (path === '/game' ? '/people' : path)) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    const other = OTHER[settings.language]
    setText(this.languageButton, other.name)
    this.languageButton.lang = other.language
    setAttribute(this.themeSelect, 'aria-label', say('theme'))
    for (const option of this.themeSelect.options) {
      option.text = say(`theme.${option.value as ThemeChoice}`)
    }
    this.themeSelect.value = settings.themeChoice
    this.updateStatus()
  }

  private updateStatus(): void {
    const { say } = this
    const { isReachable, health, solving } = this.server
    const isSolving = isReachable === true && solving?.state === 'running'
    if (isReachable === null) setText(this.status, say('connecting'))
    else if (!isReachable) setText(this.status, say('offline'))
    else if (isSolving) setText(this.status, this.describeSolving(solving))
    else setText(this.status, say((health?.tables ?? 0) < MOVING_TABLES ? 'online' : 'exact'))
    this.status.classList.toggle('is-offline', isReachable === false)
    this.progress.hidden = !isSolving
    const isPartial = (health?.tables ?? ALL_TABLES) < ALL_TABLES
    this.solveLink.hidden = !(isReachable === true && isPartial && solving?.allowed)
    setText(this.solveLink, say(solving?.goal && solving.state !== 'done' ? 'solvingDetails' : 'solveMore'))
    if (!isSolving) return
    this.progress.max = Math.max(1, solving.positions)
    this.progress.value = solving.positions_done
    setAttribute(this.progress, 'aria-label', this.describeSolving(solving))
  }

  private describeSolving({ goal, done, total }: SolvingDocument): string {
    return this.say(goal === 'all' ? 'solvingAll' : 'solving', { done, total })
  }

  /** Sets the colour of the browser's own frame. */
  private paintBrowser(): void {
    const color = getComputedStyle(document.documentElement).getPropertyValue('--page').trim()
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', color)
  }
}

function addPageLink(nav: Element, path: Linked): HTMLAnchorElement {
  const link = addElement(nav, 'a')
  link.href = path
  link.append(icon(path))
  addElement(link, 'span')
  return link
}
