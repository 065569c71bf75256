/** Ways to begin a game: with a friend or the computer, or with whoever asks for the same. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Variant } from '../../../core/rules/variant'
import type { ClockTerms } from '../../../online/documents'
import { people } from '../../../online/people-api'
import { keepVariant, keptVariant } from '../../../shell/services/kept-variant'
import { Button, Check, VariantMenu } from '../../../ui/components'
import { describeClock } from '../shared/people-narration'
import type { Lobby, Rival } from './lobby'
import { useWords } from './lobby-words'

const CLOCKS: readonly ClockTerms[] = [
  { kind: 'time', seconds: 180, increment: 2 },
  { kind: 'time', seconds: 300, increment: 3 },
  { kind: 'time', seconds: 600, increment: 5 },
]

const RIVALS: readonly Rival[] = ['friend', 'computer']

export function StartCard({ lobby }: { readonly lobby: Lobby }): VNode {
  const { say, shared } = useWords()
  const [variant, setVariant] = useState(keptVariant)
  const [isRated, setRated] = useState(false)
  const choose = (chosen: Variant): void => {
    setVariant(chosen)
    keepVariant(chosen)
  }
  const ask = (rival: Rival): void => {
    lobby.beginning.value = { rival, variant, fen: '' }
  }
  const match = (clock: ClockTerms): void => {
    void lobby.begin(() => people.quick({ variant: variant.name, clock, rated: isRated }), '#quick')
  }
  return (
    <section class="card start-card">
      <div class="start-part">
        <h2>{say('friend')}</h2>
        <p class="note">{say('friendHelp')}</p>
        <div class="row start">
          {RIVALS.map((rival) => (
            <Button
              class={rival === 'friend' ? 'button main-button' : 'button'}
              data-command={rival}
              onClick={() => ask(rival)}
            >
              {say(rival)}
            </Button>
          ))}
        </div>
      </div>
      <div class="start-part">
        <h2>{say('quick')}</h2>
        <p class="note">{say('quickHelp')}</p>
        <VariantMenu variant={variant} choose={choose} />
        <div class="row quick-row">
          {CLOCKS.map((clock) => (
            <Button class="button quick-button" onClick={() => match(clock)}>{describeClock(clock, shared)}</Button>
          ))}
        </div>
        <Check text={say('isRated')} isChecked={isRated} check={setRated} />
      </div>
    </section>
  )
}
