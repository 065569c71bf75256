/** The frame around every page: header, links, language, theme and server status. */
import type { ReadonlySignal } from '@preact/signals'
import type { RefObject, TargetedEvent, TargetedMouseEvent, VNode } from 'preact'
import { LANGUAGES, LANGUAGE_CODES, createSay } from '../texts/texts'
import type { Language, Say, Speech } from '../texts/texts'
import { Icon, Message } from '../ui/components'
import { useSay } from '../ui/view'
import type { PageProps } from '../ui/view'
import { SOLVING } from './services/addresses'
import { LINKED, pathOf } from './services/paths'
import type { Server } from './services/server'
import { THEME_CHOICES } from './services/settings'
import type { Settings, ThemeChoice } from './services/settings'

/** The number of moving tables, with which every endgame is exact, and of all tables. */
const MOVING_TABLES = 49
const ALL_TABLES = 318

interface FrameProps {
  readonly spoken: ReadonlySignal<Speech>
  /** The address. */
  readonly shown: ReadonlySignal<URL>
  readonly settings: Settings
  readonly server: Server
  /** The element of the page, which its mount fills. */
  readonly main: RefObject<HTMLElement | null>
  chooseLanguage(language: Language): void
}

export function Frame({ spoken, shown, settings, server, main, chooseLanguage }: FrameProps): VNode {
  const speech = spoken.value
  const say = createSay(speech, 'shell')
  const path = pathOf(shown.value)
  const skip = (event: TargetedMouseEvent<HTMLAnchorElement>): void => {
    event.preventDefault()
    main.current?.focus()
  }
  const changeLanguage = ({ currentTarget }: TargetedEvent<HTMLSelectElement>): void =>
    chooseLanguage(currentTarget.value as Language)
  const changeTheme = ({ currentTarget }: TargetedEvent<HTMLSelectElement>): void => {
    settings.themeChoice = currentTarget.value as ThemeChoice
  }
  const current = path === '/game' ? '/people' : path
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>{say('skip')}</a>
      <header class="header">
        <a class="brand" href="./">
          <Icon name="brand" />
          <span>Merels</span>
        </a>
        <nav class="nav" aria-label={say('pages')}>
          {LINKED.filter((each) => each !== '/people' || !server.isStatic).map((each) => (
            <a href={`.${each}`} aria-current={each === current ? 'page' : undefined}>
              <Icon name={each} />
              <span>{say(`page.${each}`)}</span>
            </a>
          ))}
        </nav>
        <div class="tools">
          <select class="tool language" aria-label={say('language')} value={speech.language} onChange={changeLanguage}>
            {LANGUAGE_CODES.map((code) => ( // screen readers speak each name in its language
              <option value={code} lang={code}>{LANGUAGES[code]}</option>
            ))}
          </select>
          <select class="tool" aria-label={say('theme')} value={settings.themeChoice} onChange={changeTheme}>
            {THEME_CHOICES.map((choice) => <option value={choice}>{say(`theme.${choice}`)}</option>)}
          </select>
        </div>
      </header>
      <main class="main" id="main" tabIndex={-1} ref={main} />
      <footer class="footer">
        <Status server={server} say={say} />
      </footer>
    </>
  )
}

function Status({ server, say }: { readonly server: Server; readonly say: Say<'shell'> }): VNode {
  const { isReachable, health, solving } = server
  const run = isReachable === true && solving?.state === 'running' ? solving : null
  const progress = run && say(run.goal === 'all' ? 'solvingAll' : 'solving', { done: run.done, total: run.total })
  const there = progress ?? say((health?.tables ?? 0) < MOVING_TABLES ? 'online' : 'exact')
  const isPartial = (health?.tables ?? ALL_TABLES) < ALL_TABLES
  const away = server.isStatic ? (server.site?.tables ? 'files' : 'filesAlone') : 'offline'
  const isBegun = solving?.goal && solving.state !== 'done'
  return (
    <>
      <span class={isReachable === false && !server.isStatic ? 'status is-offline' : 'status'}>
        {isReachable === null ? say('connecting') : isReachable ? there : say(away)}
      </span>
      {run && <progress max={Math.max(1, run.positions)} value={run.positions_done} aria-label={progress ?? ''} />}
      {isReachable && isPartial && solving?.allowed && (
        <a href={SOLVING}>{say(isBegun ? 'solvingDetails' : 'solveMore')}</a>
      )}
    </>
  )
}

/** The page of an address that has none. */
export function Missing({ url }: PageProps): VNode {
  const say = useSay('shell')
  return (
    <Message title={say('notFound')}>
      <p>{say('notFoundHelp', { path: url.pathname })}</p>
      <a class="button main-button" href="./">{say('toStart')}</a>
    </Message>
  )
}

/** In place of a page that needs a server, on a site of files alone. */
export function NeedsServer(): VNode {
  const say = useSay('shell')
  return (
    <Message title={say('needsServer')}>
      <p>{say('needsServerHelp')}</p>
      <a class="button main-button" href="./">{say('toStart')}</a>
    </Message>
  )
}
