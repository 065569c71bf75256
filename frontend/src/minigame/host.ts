/** The page around the mini-game. Anything it offers may be missing or fail. */
import type { Award } from './exp'
import { SIZE, layoutOf } from '../board/layout'
import { BOARD } from '../core/rules/nine'
import type { AskedPosition } from './host-options'
import type { Localization } from './localization'

export type AwardXp = (amount: number, meta?: Readonly<Record<string, unknown>>) => unknown

/** The options a host passes to `create`. */
export interface Options {
  readonly difficulty?: string
  readonly localization?: Localization | null
  readonly shortcuts?: {
    disableKey?: (key: string) => void
    enableKey?: (key: string) => void
  } | null
  /** With the same seed the computer repeats its choices; without one, each game differs. */
  readonly seed?: number
  /** Where the first game starts; the empty board by default. The player is White. */
  readonly position?: AskedPosition
}

interface HostWindow {
  ensureAudio?: () => void
  playSfx?: (name: string) => void
  showTransientPopupAt?: (
    x: number,
    y: number,
    text: string,
    options?: Readonly<Record<string, unknown>>,
  ) => void
}

/** Sounds that hosts can play. */
export type Sound = 'attack' | 'damage' | 'pickup' | 'stair'

/** Restarting would lose the game, so the host's key is disabled until the game is over. */
const RESTART_KEY = 'r'

export class Host {
  private holdsRestart = false

  constructor(
    private readonly root: HTMLElement,
    private readonly canvas: HTMLCanvasElement,
    private readonly awardXp: AwardXp | undefined,
    private readonly options: Options,
  ) {}

  /** Awards EXP, with a popup at its point; returns the amount the host actually added. */
  award({ type, amount, point }: Award): number {
    if (typeof this.awardXp !== 'function') return 0
    const { awardXp } = this
    const added = attempt(() => awardXp(amount, { type, game: 'nine_mens_morris' }))
    const really = typeof added === 'number' && Number.isFinite(added) ? added : amount
    if (really > 0) this.popUp(point, type === 'mill', `+${really} EXP`)
    return really
  }

  /** Shows a text at a point, or in the centre, relative to the root. */
  private popUp(point: number | null, isSecond: boolean, text: string): void {
    const { showTransientPopupAt } = window as HostWindow
    if (typeof showTransientPopupAt !== 'function') return
    const board = this.canvas.getBoundingClientRect()
    const root = this.root.getBoundingClientRect()
    const spot = point === null ? { x: SIZE / 2, y: SIZE / 2 } : layoutOf(BOARD).spots[point]
    const scale = board.width / SIZE
    const rise = isSecond ? 24 : 0 // above the popup for the move itself
    const x = board.left - root.left - this.root.clientLeft + this.root.scrollLeft + spot.x * scale
    const y = board.top - root.top - this.root.clientTop + this.root.scrollTop + spot.y * scale - rise
    attempt(() => showTransientPopupAt(x, y, text, { variant: 'combo', level: isSecond ? 3 : 1 }))
  }

  playSound(sound: Sound): void {
    const { ensureAudio, playSfx } = window as HostWindow
    if (typeof ensureAudio === 'function') attempt(ensureAudio)
    if (typeof playSfx === 'function') attempt(() => playSfx(sound))
  }

  /** Disables the host's restart key, or enables it again. */
  holdRestart(isHeld: boolean): void {
    if (isHeld === this.holdsRestart) return
    this.holdsRestart = isHeld
    const { shortcuts } = this.options
    attempt(() =>
      isHeld ? shortcuts?.disableKey?.(RESTART_KEY) : shortcuts?.enableKey?.(RESTART_KEY),
    )
  }

  /** Calls back when the language changes; returns a function that stops it. */
  onLanguageChange(changed: () => void): () => void {
    const { localization } = this.options
    const end = attempt(() => localization?.onChange?.(changed))
    return () => {
      if (typeof end === 'function') attempt(() => end() as unknown)
    }
  }
}

/** Calls the host; if that fails, the game goes on without it. */
function attempt<Result>(call: () => Result): Result | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
