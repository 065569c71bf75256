/**
 * Pages made of components.
 *
 *     export const mount = mountPage(ResultsPage)
 *
 *     function ResultsPage({ url }: PageProps): VNode {
 *       const say = useSay('results')     // in the language of now: a change of it renders the component again
 *       const { server } = usePage()      // what a component reads of the server, too
 *     }
 */
import { signal, untracked } from '@preact/signals'
import { createContext, render } from 'preact'
import type { ComponentType } from 'preact'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isAbort } from '../shell/services/api'
import { whenIdle } from '../shell/services/idle'
import type { Mount, PageContext } from '../shell/services/page'
import { createSay } from '../texts/texts'
import type { Say, Section } from '../texts/texts'

export interface PageProps {
  /** The current address, which changes within the page. */
  readonly url: URL
}

const Provided = createContext<PageContext | null>(null)

/** Makes a page of a component; it keeps its state when the language or the address changes. */
export function mountPage(View: ComponentType<PageProps>): Mount {
  return (root, context) => {
    const url = signal(context.url)
    const Page = () => (
      <Provided.Provider value={context}>
        <View url={url.value} />
      </Provided.Provider>
    )
    render(<Page />, root)
    return {
      followsLanguage: true,
      navigated: (next) => {
        url.value = next
      },
      unmount: () => render(null, root),
    }
  }
}

/** What the shell provides to the page. */
export function usePage(): PageContext {
  const context = useContext(Provided)
  if (!context) throw new Error('this component is on no page')
  return context
}

/** Looks up the texts of a section in the current language. */
export function useSay<S extends Section>(section: S): Say<S> {
  const { speech } = usePage()
  return useMemo(() => createSay(speech, section), [speech, section])
}

interface Numbers extends Readonly<Record<'whole' | 'share' | 'short', (number: number) => string>> {
  /** Writes a figure in percent with the decimals that it has, such as `95.0`. */
  percent(figure: string | number): string
}

/** Writes whole numbers, shares and short forms of large numbers as the current language does. */
export function useNumbers(): Numbers {
  const { language } = usePage().speech
  return useMemo(
    () => ({
      percent: (figure) => {
        const [, { length } = ''] = String(figure).split('.')
        return new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: length }).format(Number(figure) / 100)
      },
      whole: new Intl.NumberFormat(language).format,
      share: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format,
      short: new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 }).format,
    }),
    [language],
  )
}

/** A count, and a function that raises it: the component is rendered again, and effects that depend on the count run again. */
export function useCount(): [number, () => void] {
  const [count, set] = useState(0)
  return [count, () => set((before) => before + 1)]
}

/** Creates an object when the component is first rendered, and destroys it when the component goes. */
export function useOwned<Owned extends { destroy(): void }>(create: () => Owned): Owned {
  const [owned] = useState(() => untracked(create)) // what it reads while it is made is not what the component shows
  useLayoutEffect(() => () => owned.destroy(), [])
  return owned
}

/** Returns a function that does something after the next rendering, such as focusing what it brings. */
export function useAfterRender(): (act: () => void) => void {
  const waiting = useRef<(() => void)[]>([])
  const [, renderAgain] = useCount()
  useLayoutEffect(() => {
    for (const act of waiting.current.splice(0)) act()
  })
  return (act) => {
    waiting.current.push(act)
    renderAgain()
  }
}

/** A request: at first neither an answer nor an error is there. */
export interface Request<Answer> {
  readonly answer?: Answer
  readonly error?: unknown
}

/**
 * Asks once, when the component is first rendered, and again on demand; asks no more when it goes. Give the component
 * a `key` if what it asks for can change.
 */
export function useRequest<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): [Request<Answer>, () => void] {
  const [request, note] = useState<Request<Answer>>({})
  const [turn, again] = useCount()
  useLayoutEffect(() => {
    const stop = new AbortController()
    if (turn) note({})
    ask(stop.signal).then(
      (answer) => note({ answer }),
      (error: unknown) => {
        if (!isAbort(error)) note({ error })
      },
    )
    return () => stop.abort()
  }, [turn])
  return [request, again]
}

/** Loads what a page needs after its first view, once that is shown; whoever needs it before asks for it again. */
export function useLater(parts: Readonly<Record<string, () => Promise<unknown>>>): void {
  useEffect(() => whenIdle(() => {
    for (const load of Object.values(parts)) load().catch(() => undefined)
  }), [])
}
