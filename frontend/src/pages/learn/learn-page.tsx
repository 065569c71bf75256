/** The Learn page: a tutorial and puzzles, chosen by the address. */
import type { VNode } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { PuzzleDocument } from '../../generated/api'
import { untilIdle } from '../../shell/services/idle'
import type { Mount } from '../../shell/services/page'
import { Message } from '../../ui/components'
import { Later } from '../../ui/later'
import { mountPage, useLater, useRequest, useSay } from '../../ui/view'
import type { PageProps } from '../../ui/view'
import type * as Exercises from './exercises'
import { findLesson } from './lessons'
import { Overview } from './overview'
import { fetchPuzzles, themeOf } from './puzzles'
import type { LoadPuzzles, Theme } from './puzzles'
import './learn.css'

/** What the first view does not need. */
type Parts = {
  readonly exercises: () => Promise<typeof Exercises>
}

export const mountWith = (parts: Parts): Mount => mountPage(({ url }) => <LearnPage url={url} parts={parts} />)

function LearnPage({ url, parts }: PageProps & { readonly parts: Parts }): VNode {
  useLater(parts)
  const kept = useRef<readonly PuzzleDocument[] | null>(null)
  const load: LoadPuzzles = async (signal) => (kept.current ??= await fetchPuzzles(signal))
  useArrival(url)
  const lesson = findLesson(url.searchParams.get('lesson'))
  const id = url.searchParams.get('puzzle')
  const theme = themeOf(url.searchParams.get('theme'))
  if (lesson) {
    return <Later key={url.href} load={parts.exercises}>{({ LessonView }) => <LessonView lesson={lesson} />}</Later>
  }
  if (id !== null) return <Puzzle key={url.href} id={id} theme={theme} load={load} parts={parts} />
  const isAsked = theme !== null || url.hash !== '' // else puzzles come after the rest, which does not wait for them
  const loadLater: LoadPuzzles = async (signal) => {
    if (!kept.current && !isAsked) await untilIdle()
    return load(signal)
  }
  return <Overview key={url.href} theme={theme} load={loadLater} />
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
  readonly parts: Parts
}

function Puzzle({ id, theme, load, parts }: PuzzleProps): VNode {
  const say = useSay('learn')
  const [{ answer: puzzles, error }] = useRequest(load)
  if (!puzzles && error === undefined) return <Message title={say('loading')} />
  const puzzle = puzzles?.find((each) => each.id === id)
  if (puzzles && puzzle) {
    return (
      <Later load={parts.exercises}>
        {({ PuzzleView }) => <PuzzleView puzzle={puzzle} puzzles={puzzles} theme={theme} />}
      </Later>
    )
  }
  return (
    <Message title={puzzles ? say('puzzle.missing', { id }) : say('puzzles.offline')}>
      <a class="button main-button" href="./learn">{say('overview')}</a>
    </Message>
  )
}
