/** The list of lessons, and what there is to do with puzzles. */
import type { VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { STRENGTHS } from '../../core/players/people'
import { Button } from '../../ui/components'
import { useRequest, useSay } from '../../ui/view'
import { Family } from './family'
import { LESSONS } from './lessons'
import { learned } from './progress'
import { PuzzleList } from './puzzle-list'
import type { LoadPuzzles, Theme } from './puzzles'

interface OverviewProps {
  readonly theme: Theme | null
  readonly load: LoadPuzzles
}

export function Overview({ theme, load }: OverviewProps): VNode {
  const say = useSay('learn')
  const [{ answer: puzzles, error }, again] = useRequest(load)
  // Scrolls to what the address names: the puzzles, or one of the other games.
  useLayoutEffect(() => {
    const name = puzzles && theme !== null ? 'puzzles' : location.hash.slice(1)
    if (name) document.getElementById(name)?.scrollIntoView()
  }, [puzzles])
  return (
    <div class="learn-overview">
      <h1>{say('title')}</h1>
      <p class="learn-intro">{say('intro')}</p>
      <h2>{say('lessons')}</h2>
      <Lessons />
      <Family />
      <h2 id="puzzles">{say('puzzles')}</h2>
      <p class="note">{say('puzzles.intro')}</p>
      <p class="note">{say('scale', STRENGTHS)}</p>
      <div class="puzzles">
        {puzzles && <PuzzleList puzzles={puzzles} initialTheme={theme} />}
        {error !== undefined && <Button class="button" onClick={again}>{say('again')}</Button>}
      </div>
      {!puzzles && <p class="note" role="status">{say(error === undefined ? 'loading' : 'puzzles.offline')}</p>}
    </div>
  )
}

function Lessons(): VNode {
  const say = useSay('learn')
  const done = learned('lessons')
  return (
    <ol class="lessons">
      {LESSONS.map(({ id }, index) => (
        <li>
          <a class={done.has(id) ? 'card lesson is-done' : 'card lesson'} href={`./learn?lesson=${id}`}>
            <span class="lesson-number">{index + 1}</span>
            <strong>{say(`${id}.title`)}</strong>
            <span class="note">{say(`${id}.goal`)}</span>
            {done.has(id) && <span class="nmm-hidden">{` (${say('done')})`}</span>}
          </a>
        </li>
      ))}
    </ol>
  )
}
