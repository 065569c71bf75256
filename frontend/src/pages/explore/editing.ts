/** A position that is being set up: what a click puts on a point, whose turn it is, and the men in hand. */
import { signal } from '@preact/signals'
import type { Point } from '../../core/rules/geometry'
import { WHITE, startPosition } from '../../core/rules/position'
import type { Color, Position } from '../../core/rules/position'
import { rememberFrom } from '../../core/rules/unusual'
import { handsFor, handsWith, takenFor } from './hands'
import type { Hands } from './hands'

export const BRUSHES = ['white', 'black', 'empty'] as const
export type Brush = (typeof BRUSHES)[number]

export const PHASES = ['placing', 'moving'] as const
export type Phase = (typeof PHASES)[number]

export class Editor {
  readonly position
  readonly brush = signal<Brush>('white')
  readonly phase
  /** Men captured during placing, which the board does not show. */
  private taken: number

  constructor(position: Position) {
    const { whiteInHand, blackInHand } = position
    this.position = signal(position)
    this.phase = signal<Phase>(whiteInHand + blackInHand > 0 ? 'placing' : 'moving')
    this.taken = takenFor(position, [whiteInHand, blackInHand])
  }

  /** Puts the chosen man on a point, or removes it if it is already there; returns what is there now. */
  paint(point: Point): Brush {
    const bit = 1 << point
    const { white, black } = this.position.value
    const stands = white & bit ? 'white' : black & bit ? 'black' : 'empty'
    const brush = this.brush.value === stands ? 'empty' : this.brush.value
    this.change({
      white: brush === 'white' ? white | bit : white & ~bit,
      black: brush === 'black' ? black | bit : black & ~bit,
    })
    return brush
  }

  /** Changes the board or the turn, and adapts the men in hand. */
  change(parts: Partial<Position>): void {
    const position = { ...this.position.value, ...parts }
    this.take(position, this.phase.value === 'placing' ? handsFor(position, this.taken) : [0, 0])
  }

  choosePhase(phase: Phase): void {
    this.phase.value = phase
    this.change({})
  }

  /** Changes the men in hand of a side. */
  chooseHand(color: Color, hand: number): void {
    const { value: position } = this.position
    const hands = handsWith(position, color, hand)
    this.take(position, hands)
    this.taken = takenFor(position, hands)
  }

  clear(): void {
    this.taken = 0
    this.change({ white: 0, black: 0, removing: false })
  }

  restart(): void {
    this.taken = 0
    this.phase.value = 'placing'
    this.change(startPosition(this.position.value.variant))
  }

  private take(position: Position, [whiteInHand, blackInHand]: Hands): void {
    const { white, black, turn, removing, variant } = position
    const sides = { own: white, enemy: black, ownInHand: whiteInHand, enemyInHand: blackInHand }
    const { marks } = rememberFrom(sides, turn === WHITE, variant)
    this.position.value = { white, black, whiteInHand, blackInHand, turn, removing, variant, ...(marks && { marks }) }
  }
}
