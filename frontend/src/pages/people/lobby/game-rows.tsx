/** Games in a list: each a link with a line about it, and what can be done with it. */
import type { ComponentChildren, VNode } from 'preact'
import type { GameSummary } from '../../../generated/api'
import { gameAddress } from '../../../online/people-api'
import { describePlayers, describeTerms, useWords } from './lobby-words'

interface RowProps {
  readonly game: GameSummary
  /** What follows its terms. */
  readonly details?: readonly string[]
  /** A short word at the end, such as the result. */
  readonly mark?: string
  readonly isMarked?: boolean
  /** Buttons. */
  readonly children?: ComponentChildren
}

export function GameRow({ game, details, mark, isMarked = false, children }: RowProps): VNode {
  const words = useWords()
  return (
    <li class="game-line">
      <a class="game-link" href={gameAddress(game.id)}>
        <span class="game-title">{describePlayers(game, words)}</span>
        <span class="note">{[describeTerms(game, words), ...(details ?? [])].filter(Boolean).join(' · ')}</span>
      </a>
      {mark && <span class={isMarked ? 'game-mark is-marked' : 'game-mark'}>{mark}</span>}
      <div class="game-actions">{children}</div>
    </li>
  )
}
