/** The Learn page: a tutorial and puzzles, chosen by the address. */
import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { PuzzleDocument } from '../../generated/api'
import { Message } from '../../ui/components'
import { mountPage, useRequest, useSay } from '../../ui/view'
import type { PageProps } from '../../ui/view'
import { LessonView } from './lesson-view'
import { findLesson } from './lessons'
import { Overview } from './overview'
import { PuzzleView } from './puzzle-view'
import { fetchPuzzles, themeOf } from './puzzles'
import type { LoadPuzzles, Theme } from './puzzles'
import './learn.css'

export const mount = mountPage(LearnPage)

function LearnPage({ url }: PageProps): VNode {
  const kept = useRef<readonly PuzzleDocument[] | null>(null)
  const load: LoadPuzzles = async (signal) => (kept.current ??= await fetchPuzzles(signal))
  useArrival(url)
  const lesson = findLesson(url.searchParams.get('lesson'))
  const id = url.searchParams.get('puzzle')
  const theme = themeOf(url.searchParams.get('theme'))
  if (lesson) return <LessonView key={url.href} lesson={lesson} />
  if (id === null) return <Overview key={url.href} theme={theme} load={load} />
  return <Puzzle key={url.href} id={id} theme={theme} load={load} />
}

/** After a link within the page its top is shown, and has the focus if the focused element is gone. */
function useArrival(url: URL): void {
  const shown = useRef(url)
  useLayoutEffect(() => {
    if (shown.current === url) return
    shown.current = url
    scrollTo(0, 0)
    if (document.activeElement === document.body) {
      document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [url])
}

interface PuzzleProps {
  readonly id: string
  readonly theme: Theme | null
  readonly load: LoadPuzzles
}

function Puzzle({ id, theme, load }: PuzzleProps): VNode {
  const say = useSay('learn')
  const [{ answer: puzzles, error }] = useRequest(load)
  if (!puzzles && error === undefined) return <Message title={say('loading')} />
  const puzzle = puzzles?.find((each) => each.id === id)
  if (puzzles && puzzle) return <PuzzleView puzzle={puzzle} puzzles={puzzles} theme={theme} />
  return (
    <Message title={puzzles ? say('puzzle.missing', { id }) : say('puzzles.offline')}>
      <a class="button main-button" href="./learn">{say('overview')}</a>
    </Message>
  )
}
