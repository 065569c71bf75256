/** The panel that keeps tables on this device, so that exact values need no connection. */
import type { VNode } from 'preact'
import type { Variant } from '../../core/rules/variant'
import { isOnDevice } from '../../values/exact/has-tables'
import { TablesTrouble } from '../../values/exact/protocol'
import type { Offer } from '../../values/exact/protocol'
import { Button } from '../../ui/components'
import { useOwned, useSay } from '../../ui/view'
import { describeBytes } from './amounts'
import { Keeping } from './keeping'
import './solving.css'

export function KeepingPanel({ variant }: { readonly variant: Variant }): VNode | null {
  const keeping = useOwned(() => new Keeping(variant))
  const say = useSay('keeping')
  const sizes = useSay('solving')
  const { value: offers } = keeping.offers
  const { value: error } = keeping.error
  const { value: free } = keeping.free
  if (!isPossible()) return null
  const problem = error instanceof TablesTrouble ? say(`tables.${error.trouble.kind}`) : error ? say('tables.other') : ''
  return (
    <section class="card solving keeping">
      <h2>{say('title')}</h2>
      <p class="note solving-intro">
        {say('intro')} {free !== null && say('free', { free: describeBytes(free, sizes) })}
      </p>
      <ul class="solving-offers">
        {offers?.map((offer) => <OfferCard key={offer.goal} offer={offer} keeping={keeping} />)}
      </ul>
      {offers && isOnDevice(variant) && (
        <div class="row">
          <Button class="button" onClick={() => void keeping.remove()}>{say('remove')}</Button>
        </div>
      )}
      <p class="solving-problem" role="alert">{problem && `${problem}${say('gap')}${say('interrupted')}`}</p>
    </section>
  )
}

function OfferCard({ offer, keeping }: { readonly offer: Offer; readonly keeping: Keeping }): VNode {
  const say = useSay('keeping')
  const sizes = useSay('solving')
  const { goal, bytes, kept } = offer
  const size = (amount: number): string => describeBytes(amount, sizes)
  const name = say(`goal.${goal}`)
  const { value: free } = keeping.free
  const isRunning = keeping.running.value === goal
  const isLacking = free !== null && bytes - kept > free
  return (
    <li class="solving-offer" data-goal={goal}>
      <h3>{name}</h3>
      <p>{say('kept', { kept: size(kept), bytes: size(bytes) })}</p>
      <progress class="solving-progress" max={bytes} value={kept} aria-label={name} />
      {kept < bytes && isLacking && <p class="note">{say('lacks', { need: size(bytes - kept), free: size(free) })}</p>}
      {kept >= bytes ? (
        <p class="note">{say('done')}</p>
      ) : isRunning ? (
        <Button class="button" onClick={() => keeping.pause()}>{say('pause')}</Button>
      ) : (
        <Button
          class="button main-button"
          aria-label={say('keep.named', { goal: name })}
          disabled={isLacking || keeping.running.value !== null}
          onClick={() => void keeping.keep(goal)}
        >
          {say(kept > 0 ? 'resume' : 'keep')}
        </Button>
      )}
    </li>
  )
}

/** Whether the browser has a file system for pages; it has on secure addresses alone. */
function isPossible(): boolean {
  return typeof navigator.storage?.getDirectory === 'function'
}
