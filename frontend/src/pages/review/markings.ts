/** What is drawn over the board after a bad move: the better one. */
import type { Overlay } from '../../board/BoardRenderer'
import type { GradedTurn } from '../../values/grading/grade'
import { annotations } from '../../board/overlay'
import type { Arrow, Badge } from '../../board/overlay'
import { isBad } from './game-review'

/** An arrow for a move, a tick for a man to place, a cross for a man to capture; null after other moves. */
export function markingsOf(turn: GradedTurn | null): Overlay | null {
  if (!turn || !isBad(turn)) return null
  const { origin, target, captured } = turn.best[0]
  const badges: Badge[] = []
  const arrows: Arrow[] = []
  if (origin !== null && target !== null) arrows.push({ from: origin, to: target, tone: 'win' })
  if (origin === null && target !== null && target !== turn.move.target) {
    badges.push({ point: target, tone: 'win', text: '✓' })
  }
  if (captured !== null && captured !== turn.move.captured) badges.push({ point: captured, tone: 'unknown', text: '×' })
  return annotations(badges, arrows)
}
