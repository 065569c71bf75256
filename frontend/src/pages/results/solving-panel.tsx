/** The panel that offers what the server's machine can solve, and shows how far it is. */
import type { RefObject, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { OfferDocument, OffersDocument, SolvingDocument } from '../../generated/api'
import { SOLVING_ANCHOR } from '../../shell/services/addresses'
import { ApiError, isAbort, request } from '../../shell/services/api'
import { sleep } from '../../shell/services/sleep'
import { Button } from '../../ui/components'
import { useAfterRender, useCount, useNumbers, usePage, useSay } from '../../ui/view'
import type { PageProps } from '../../ui/view'
import { describeBytes, describeSeconds } from './amounts'
import type { Speak } from './amounts'
import './solving.css'

/** Milliseconds until offers whose times were not measured yet are asked for again. */
const MEASURING = 2_000

/** Work on a goal that has not been reached. */
type Run = SolvingDocument & { goal: OfferDocument['goal']; state: 'running' | 'paused' | 'failed' }

function isGoing(solving: SolvingDocument | null): solving is Run {
  return Boolean(solving?.goal) && solving?.state !== 'done' && solving?.state !== 'idle'
}

export function SolvingPanel({ url }: PageProps): VNode {
  const { server, announce } = usePage()
  const say = useSay('solving')
  const after = useAfterRender()
  const { solving } = server
  const [offers, hasFailed] = useOffers()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const pause = useRef<HTMLButtonElement>(null)

  useLayoutEffect(() => {
    if (url.hash !== `#${SOLVING_ANCHOR}`) return
    panel.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [url])

  /** Sends a request with the buttons disabled; returns whether it was granted. */
  const change = async (ask: () => Promise<SolvingDocument>): Promise<boolean> => {
    setProblem(null)
    setBusy(true)
    try {
      server.note(await ask())
      return true
    } catch (error) {
      setProblem(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const solve = async (goal: OfferDocument['goal'], isPaused: boolean): Promise<void> => {
    await change(() => request('POST /solving', { body: { goal, pause: isPaused } }))
    after(() => pause.current?.focus())
  }
  const cancel = async (): Promise<void> => {
    if (!(await change(() => request('DELETE /solving')))) return
    announce(say('state.cancelled'))
    heading.current?.focus({ preventScroll: true })
  }
  const note = isGoing(solving) ? '' : describeNote(offers, solving, say)
  return (
    <section class="card solving" id={SOLVING_ANCHOR} ref={panel} hidden={hasFailed && !offers && !isGoing(solving)}>
      <h2 ref={heading} tabIndex={-1}>{say('title')}</h2>
      <p class="note solving-intro">{say('intro')}</p>
      {isGoing(solving) && (
        <Progress
          run={solving}
          isBusy={isBusy}
          pause={pause}
          toggle={() => void solve(solving.goal, solving.state === 'running')}
          cancel={() => void cancel()}
        />
      )}
      {!isGoing(solving) && offers && offers.offers.length > 0 && (
        <ul class="solving-offers">
          {offers.offers.map((offer) => (
            <Offer key={offer.goal} offer={offer} offers={offers} isBusy={isBusy} solve={() => void solve(offer.goal, false)} />
          ))}
        </ul>
      )}
      {note && <p class="note solving-note">{note}</p>}
      {offers?.allowed && ( // for the owner of the server
        <p class="note">
          {say('others')} <code>merels solve --variant lasker --all</code>
        </p>
      )}
      <p class="solving-problem" role="alert">
        {problem instanceof ApiError ? say('refused', { message: problem.message }) : problem ? say('offline') : ''}
      </p>
    </section>
  )
}

/** What can be solved, and whether the server has failed to say: asked until times are measured, and after every run. */
function useOffers(): [OffersDocument | null, boolean] {
  const { server, announce } = usePage()
  const say = useSay('solving')
  const { solving, isReachable, health } = server
  const [offers, setOffers] = useState<OffersDocument | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [turn, again] = useCount()
  const before = useRef(solving)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const found = await request('GET /solving/offers', { signal: stop.signal })
      setOffers(found)
      setFailed(false)
      if (found.measured || !found.offers.length || isGoing(server.solving)) return
      await sleep(MEASURING, stop.signal)
      await ask()
    }
    ask().catch((error: unknown) => {
      if (!isAbort(error)) setFailed(true) // the footer says that the server is away
    })
    return () => stop.abort()
  }, [turn])
  useEffect(() => {
    if (hasFailed && !offers && isReachable) again()
  }, [health, isReachable, hasFailed])
  useEffect(() => {
    const shown = before.current
    before.current = solving
    if (!solving || !shown || (solving.state === shown.state && solving.goal === shown.goal)) return
    if (solving.goal && solving.state !== 'idle') {
      announce(say(`state.${solving.state}`, { goal: say(`goal.${solving.goal}`) }))
    }
    if (solving.state !== 'running') again()
  }, [solving])
  return [offers, hasFailed]
}

interface ProgressProps {
  readonly run: Run
  readonly isBusy: boolean
  readonly pause: RefObject<HTMLButtonElement | null>
  toggle(): void
  cancel(): void
}

function Progress({ run, isBusy, pause, toggle, cancel }: ProgressProps): VNode {
  const say = useSay('solving')
  const { whole, short } = useNumbers()
  const title = say(`state.${run.state}`, { goal: say(`goal.${run.goal}`) })
  const tables = say('tables', { done: whole(run.done), total: whole(run.total) })
  const positions = say('positions', { done: short(run.positions_done), total: short(run.positions) })
  const left = run.seconds_left
  return (
    <div class={run.state === 'running' ? 'solving-run' : 'solving-run is-paused'}>
      <h3>{title}</h3>
      <progress class="solving-progress" max={Math.max(1, run.positions)} value={run.positions_done} aria-label={title} />
      <p class="solving-figures">
        <span>{`${tables} · ${positions}`}</span>
        <strong>{left === null ? '' : say('left', { amount: describeSeconds(left, say) })}</strong>
      </p>
      {run.allowed && (
        <div class="row">
          <Button class="button main-button" ref={pause} disabled={isBusy} onClick={toggle}>
            {say(run.state === 'running' ? 'pause' : run.state === 'paused' ? 'resume' : 'retry')}
          </Button>
          <Button class="button" disabled={isBusy} onClick={cancel}>{say('cancel')}</Button>
        </div>
      )}
      <p class="note">{say(`note.${run.state}`)}</p>
    </div>
  )
}

interface OfferProps {
  readonly offer: OfferDocument
  readonly offers: OffersDocument
  readonly isBusy: boolean
  solve(): void
}

function Offer({ offer, offers, isBusy, solve }: OfferProps): VNode {
  const say = useSay('solving')
  const { goal, obstacle } = offer
  const name = say(`goal.${goal}`)
  const [need, free] = obstacle === 'memory' ? [offer.memory, offers.free_memory] : [offer.space, offers.free_space]
  const figures = [
    [say('time'), say('about', { amount: describeSeconds(offer.seconds, say) })],
    [say('disk'), describeBytes(offer.bytes, say)],
    [say('memory'), describeBytes(offer.memory, say)],
  ]
  return (
    <li class="solving-offer">
      <h3>{name}</h3>
      <p>{say(`brings.${goal}`)}</p>
      <dl>
        {figures.map(([title, amount]) => (
          <div>
            <dt>{title}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <Button
        class="button main-button"
        aria-label={say('solve.named', { goal: name })}
        disabled={isBusy || obstacle !== null}
        onClick={solve}
      >
        {say('solve')}
      </Button>
      {obstacle && (
        <p class="solving-obstacle">
          {say(`lacks.${obstacle}`, { need: describeBytes(need, say), free: describeBytes(free ?? 0, say) })}
        </p>
      )}
    </li>
  )
}

function describeNote(offers: OffersDocument | null, solving: SolvingDocument | null, say: Speak): string {
  if (!offers) return say('measuring')
  if (!offers.allowed) return say('forbidden')
  if (!offers.offers.length) return say('all')
  const note = say(offers.measured ? 'estimate' : 'unmeasured')
  if (!solving?.goal || solving.state !== 'done') return note
  return say('after', { done: say('state.done', { goal: say(`goal.${solving.goal}`) }) }) + note
}
