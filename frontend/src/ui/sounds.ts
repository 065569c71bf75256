/** Sounds of the board, synthesised in the browser; off by default. */
import type { BoardEvent } from '../board/animation'
import type { Settings } from '../shell/services/settings'

export type Sound = 'place' | 'mill' | 'capture' | 'end'

/** A fading sine tone: start and end pitch in hertz, start time and length in seconds. */
interface Tone {
  readonly from: number
  readonly to?: number
  readonly at: number
  readonly length: number
  readonly volume: number
}

/** The tones of each sound: knocks on wood are low and short, bells are high and long. */
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  place: [
    { from: 320, to: 90, at: 0, length: 0.09, volume: 0.5 },
    { from: 1400, to: 500, at: 0, length: 0.025, volume: 0.15 },
  ],
  mill: [
    { from: 659, at: 0, length: 0.35, volume: 0.16 },
    { from: 988, at: 0.1, length: 0.5, volume: 0.16 },
  ],
  capture: [
    { from: 420, to: 110, at: 0, length: 0.2, volume: 0.35 },
    { from: 180, to: 60, at: 0.12, length: 0.15, volume: 0.35 },
  ],
  end: [
    { from: 523, at: 0, length: 0.4, volume: 0.15 },
    { from: 659, at: 0.14, length: 0.4, volume: 0.15 },
    { from: 784, at: 0.28, length: 0.8, volume: 0.15 },
  ],
}

/** Seconds between two sounds of a turn. */
const PAUSE = 0.22

/** Shared by all pages, created with the first sound. */
let output: AudioContext | null = null

/** Plays sounds one after the other, if sounds are on. */
export function playSounds(settings: Pick<Settings, 'hasSounds'>, sounds: readonly Sound[]): void {
  if (!settings.hasSounds || !sounds.length || typeof AudioContext === 'undefined') return
  if (navigator.userActivation?.hasBeenActive === false) return // browsers block sound before the first click
  output ??= new AudioContext()
  if (output.state === 'suspended') void output.resume()
  const begin = output.currentTime
  for (const [index, sound] of sounds.entries()) {
    for (const tone of TONES[sound]) playTone(output, tone, begin + index * PAUSE)
  }
}

/** The sounds of what has happened. */
export function soundsOf(events: readonly BoardEvent[]): Sound[] {
  return events.flatMap((event): Sound[] => {
    if (event.kind === 'step') return event.mills ? ['place', 'mill'] : ['place']
    if (event.kind === 'removal') return ['capture']
    return event.kind === 'end' ? ['end'] : []
  })
}

function playTone(context: AudioContext, { from, to = from, at, length, volume }: Tone, begin: number): void {
  const start = begin + at
  const end = start + length
  const tone = new OscillatorNode(context, { type: 'sine' })
  const gain = new GainNode(context, { gain: 0 })
  tone.frequency.setValueAtTime(from, start)
  tone.frequency.exponentialRampToValueAtTime(to, end)
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(volume, start + 0.005) // a sudden start would click
  gain.gain.exponentialRampToValueAtTime(0.0001, end)
  tone.connect(gain).connect(context.destination)
  tone.start(start)
  tone.stop(end)
}
