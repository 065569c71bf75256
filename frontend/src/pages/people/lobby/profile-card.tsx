/** The visitor: name, ratings, and the way to another device. */
import type { TargetedSubmitEvent, VNode } from 'preact'
import { useState } from 'preact/hooks'
import { STRENGTHS } from '../../../core/players/people'
import { privateLink } from '../../../shell/services/identity'
import { Button } from '../../../ui/components'
import { Dialog } from '../../../ui/dialog'
import { describeFailure } from '../shared/people-narration'
import { LinkField, QrCode } from '../shared/share-link'
import type { Lobby } from './lobby'
import { describeVariant, useWords } from './lobby-words'

const LONGEST_NAME = 24

export function ProfileCard({ lobby }: { readonly lobby: Lobby }): VNode {
  const words = useWords()
  const { say, shared } = words
  const [typed, setTyped] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isMoving, setMoving] = useState(false)
  const { name, rating } = lobby.me.value
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const problem = await lobby.rename((typed ?? name ?? '').trim() || null)
    setError(problem)
    setSaved(problem === null)
    if (problem === null) setTyped(null)
  }
  const told = error === null ? say(isSaved ? 'saved' : 'nameHelp') : describeFailure(error, shared).title
  const rated = Object.entries(rating)
  return (
    <>
      <section class="card profile">
        <h2>{say('you')}</h2>
        <form class="name-form" onSubmit={(event) => void save(event)}>
          <label class="name-field">
            <span class="note">{say('name')}</span>
            <input
              class="input" maxLength={LONGEST_NAME} autocomplete="nickname" value={typed ?? name ?? ''}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </label>
          <button class="button">{say('saveName')}</button>
          <p class={error === null ? 'note name-told' : 'note name-told wrong'} role="status">{told}</p>
        </form>
        <h3>{say('rating')}</h3>
        <ul class="ratings">
          {rated.length === 0 && <li class="note">{say('ratingNone')}</li>}
          {rated.map(([variant, each]) => <li>{say('ratingOf', { game: describeVariant(variant, words), ...each })}</li>)}
        </ul>
        <p class="note scale">{say('scale', STRENGTHS)}</p>
        <Button class="button" onClick={() => setMoving(true)}>{say('device')}</Button>
      </section>
      {isMoving && <DeviceDialog close={() => setMoving(false)} />}
    </>
  )
}

/** Shows the private link, which makes another device the same player. */
function DeviceDialog({ close }: { close(): void }): VNode {
  const { say } = useWords()
  const link = privateLink()
  return (
    <Dialog title={say('device')} close={close}>
      <p>{say('deviceHelp')}</p>
      <LinkField link={link} />
      <QrCode link={link} />
      <div class="row">
        <Button class="button" autofocus onClick={close}>{say('close')}</Button>
      </div>
    </Dialog>
  )
}
