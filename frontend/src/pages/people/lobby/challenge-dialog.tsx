/** The dialog that makes a game with a friend or the computer. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { LEVEL_NAMES, isOffered } from '../../../core/match/match'
import { STOPS, isStrength, nameStrength } from '../../../core/match/strengths'
import { FIRST_RATING, STRENGTHS } from '../../../core/players/people'
import { offers } from '../../../core/rules/features'
import { formatFen, parseFen, startOf } from '../../../core/rules/notation'
import type { Variant } from '../../../core/rules/variant'
import type { GameRequest } from '../../../generated/api'
import type { ClockTerms } from '../../../online/documents'
import { load, save } from '../../../shell/services/storage'
import { Button, Check, Choices, Prose, VariantMenu } from '../../../ui/components'
import { Dialog } from '../../../ui/dialog'
import { orFault } from '../../../ui/faults'
import { opponentName } from '../../../ui/match-narration'
import { useSay } from '../../../ui/view'
import { describeFailure } from '../shared/people-narration'
import type { Beginning } from './lobby'
import { useWords } from './lobby-words'
import type { LobbyWords } from './lobby-words'

const COLORS = ['random', 'white', 'black'] as const
const KINDS = ['time', 'days', 'none'] as const

const MINUTE = 60
const RANGES = {
  minutes: { least: 0.5, most: 180, step: 0.5 },
  increment: { least: 0, most: 180, step: 1 },
  days: { least: 1, most: 14, step: 1 },
} as const
type NumberName = keyof typeof RANGES

/** The numbers of each kind of clock. */
const NUMBERS: Readonly<Record<(typeof KINDS)[number], readonly NumberName[]>> = {
  time: ['minutes', 'increment'],
  days: ['days'],
  none: [],
}

/** A level, or a strength. */
type LevelChoice = (typeof STOPS)[number] | (typeof LEVEL_NAMES)[number]

/** What the menu of levels begins with: a club player, or the level in the middle. */
const USUAL: readonly LevelChoice[] = [nameStrength(FIRST_RATING), 'normal']

/** The levels that play a variant, weakest first: measured strengths where there are some. */
export function levelsFor(variant: Variant): readonly LevelChoice[] {
  return offers(variant, 'strengths') ? STOPS : LEVEL_NAMES.filter((level) => isOffered(level, variant))
}

/** What was chosen, with which the next dialog begins; of the numbers only some matter for each kind of clock. */
interface Choice extends Readonly<Record<NumberName, number>> {
  readonly color: (typeof COLORS)[number]
  readonly kind: (typeof KINDS)[number]
  readonly level: string | null
  readonly rated: boolean
  readonly listed: boolean
}

const NAME = 'challenge'
const DEFAULTS: Choice = {
  color: 'random',
  kind: 'time',
  minutes: 5,
  increment: 3,
  days: 2,
  level: null,
  rated: false,
  listed: false,
}

interface ChallengeProps {
  readonly beginning: Beginning
  /** Makes the game; resolves with what is wrong, or null. */
  create(challenge: GameRequest): Promise<unknown>
  close(): void
}

export function ChallengeDialog({ beginning, create, close }: ChallengeProps): VNode {
  const words = useWords()
  const ofPlay = useSay('play')
  const { say } = words
  const [kept] = useState<Choice>(() => ({ ...DEFAULTS, ...(load(NAME) as Partial<Choice> | null) }))
  const [choice, setChoice] = useState(kept)
  const [numbers, setNumbers] = useState<Partial<Record<NumberName, string>>>({})
  const [variant, setVariant] = useState(beginning.variant)
  const [fen, setFen] = useState(beginning.fen)
  const [wrong, setWrong] = useState('')
  const [isSending, setSending] = useState(false)
  const change = (part: Partial<Choice>): void => setChoice({ ...choice, ...part })
  const levels = beginning.rival === 'computer' ? levelsFor(variant) : null
  const level = levels && [choice.level, ...USUAL].flatMap((each) => levels.find((other) => other === each) ?? [])[0]
  const canRate = choice.kind !== 'none' && fen.trim() === '' && (!level || isStrength(level))
  const numberOf = (name: NumberName): number | null => numberIn(numbers[name] ?? String(choice[name]), RANGES[name])
  const submit = async (): Promise<void> => {
    const bad = NUMBERS[choice.kind].find((name) => numberOf(name) === null)
    const start = startingFen(fen, variant, words)
    if (bad || start.fault) {
      setWrong(bad ? say('wrongNumber', { name: say(bad), ...RANGES[bad] }) : start.fault)
      return
    }
    const chosen = { ...choice, level: level ?? choice.level }
    for (const name of ['minutes', 'increment', 'days'] as const) chosen[name] = numberOf(name) ?? kept[name]
    save(NAME, chosen)
    setSending(true)
    const { color, rated, listed } = chosen
    const error = await create({
      variant: variant.name,
      fen: start.fen,
      color,
      clock: termsOf(chosen),
      rated: rated && canRate,
      listed: listed && !level,
      level,
    })
    setSending(false)
    if (error === null) {
      close()
      return
    }
    const { title, text } = describeFailure(error, words.shared)
    setWrong(text || title)
  }
  const kinds = KINDS.map((value) => ({ value, text: say(value === 'none' ? 'noClock' : `kind.${value}`) }))
  const colors = COLORS.map((value) => ({ value, text: say(value) }))
  return (
    <Dialog title={say(beginning.rival)} close={close}>
      <VariantMenu class="field" variant={variant} choose={setVariant} />
      {levels && (
        <>
          <label class="field">
            <span class="note">{say('level')}</span>
            <select
              class="input" value={level ?? ''}
              onChange={({ currentTarget }) => change({ level: currentTarget.value })}
            >
              {levels.map((opponent) => <option value={opponent}>{opponentName({ opponent }, ofPlay)}</option>)}
            </select>
          </label>
          {levels === STOPS && <p class="note scale">{say('scale', STRENGTHS)}</p>}
        </>
      )}
      <Choices name="clock" title={say('clock')} choices={kinds} chosen={choice.kind} choose={(kind) => change({ kind })}>
        <div class="number-fields">
          {NUMBERS[choice.kind].map((name) => (
            <label class="number-field" key={name}>
              <span class="note">{say(name)}</span>
              <input
                class="input" type="number" inputMode="decimal"
                min={RANGES[name].least} max={RANGES[name].most} step={RANGES[name].step}
                value={numbers[name] ?? choice[name]}
                onInput={({ currentTarget }) => setNumbers({ ...numbers, [name]: currentTarget.value })}
              />
            </label>
          ))}
        </div>
      </Choices>
      <Choices
        name="color" title={say('color')} choices={colors} chosen={choice.color}
        choose={(color) => change({ color })}
      />
      <Check
        text={say('isRated')} help={say(level ? 'ratedLevelHelp' : 'ratedHelp')}
        isChecked={choice.rated} disabled={!canRate} check={(rated) => change({ rated })}
      />
      {!level && <Check text={say('isListed')} isChecked={choice.listed} check={(listed) => change({ listed })} />}
      <details class="position-field" open={beginning.fen !== ''}>
        <summary>{say('position')}</summary>
        <label class="field">
          <span class="note">{say('positionHelp')}</span>
          <textarea
            class="input" rows={2} spellcheck={false} value={fen}
            onInput={({ currentTarget }) => setFen(currentTarget.value)}
          />
        </label>
      </details>
      <p class="wrong" role="alert"><Prose text={wrong} /></p>
      <div class="row">
        <Button class="button" onClick={close}>{say('cancel')}</Button>
        <Button class="button main-button" autofocus disabled={isSending} onClick={() => void submit()}>
          {say(level ? 'begin' : 'create')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The number in a field; null if there is none, or it is out of range. */
function numberIn(text: string, { least, most, step }: (typeof RANGES)[NumberName]): number | null {
  const number = Number(text)
  const isRight = text.trim() !== '' && number >= least && number <= most && Number.isInteger(number / step)
  return isRight ? number : null
}

function termsOf({ kind, minutes, increment, days }: Choice): ClockTerms {
  if (kind === 'none') return { kind }
  return kind === 'days' ? { kind, days } : { kind, seconds: Math.round(minutes * MINUTE), increment }
}

interface Start {
  /** Null for the normal start. */
  readonly fen: string | null
  /** What is wrong with it; empty if nothing is. */
  readonly fault: string
}

function startingFen(text: string, variant: Variant, { speech }: LobbyWords): Start {
  if (!text.trim()) return { fen: null, fault: '' }
  const read = orFault(speech, () => parseFen(text.trim(), variant))
  if (typeof read === 'string') return { fen: null, fault: read }
  const fen = formatFen(read)
  return { fen: fen === formatFen(startOf(variant)) ? null : fen, fault: '' }
}
