/** Puzzles: the data, and checking answers. */
import type { PuzzleDocument, PuzzlesDocument } from '../../generated/api'
import { formatAlgebraic, parseAlgebraic, parseFen } from '../../core/rules/notation'
import { outcome, successor } from '../../core/rules/position'
import type { Move, Position } from '../../core/rules/position'

export const RATINGS = [1, 2, 3, 4, 5] as const
export const THEMES = ['double mill', 'blockade', 'only move', 'sacrifice', 'flying', 'opening trap'] as const
export type Theme = (typeof THEMES)[number]

/** A file of the app, which the service worker keeps with the rest. */
const FILE = './puzzles.json'

/** All puzzles, easiest first. */
export async function fetchPuzzles(signal?: AbortSignal): Promise<readonly PuzzleDocument[]> {
  const response = await fetch(FILE, { signal: signal ?? null })
  if (!response.ok) throw new Error(`${FILE}: ${response.status}`)
  return ((await response.json()) as PuzzlesDocument).puzzles
}

/** All puzzles, which are fetched once. */
export type LoadPuzzles = (signal: AbortSignal) => Promise<readonly PuzzleDocument[]>

/** The position of a puzzle. */
export function positionOf(puzzle: PuzzleDocument): Position {
  return parseFen(puzzle.fen).position
}

/** The solution as moves. */
export function movesOf(puzzle: PuzzleDocument): Move[] {
  return puzzle.line.map((text) => parseAlgebraic(text))
}

/** The number of moves the solver makes. */
export function turnsOf(puzzle: PuzzleDocument): number {
  return Math.ceil(puzzle.line.length / 2)
}

/** What is asked for: the shortest win, the only moves that win at all, or the only move that holds. */
export type Task = 'win' | 'find' | 'draw'

export function taskOf({ kind, line, plies }: PuzzleDocument): Task {
  return kind === 'win' && line.length < plies ? 'find' : kind
}

/** The winner's own moves after the end of the line. */
export function turnsLeft({ line, plies }: PuzzleDocument): number {
  return Math.ceil((plies - line.length) / 2)
}

/** The theme of an address, null if there is none. */
export function themeOf(text: string | null): Theme | null {
  return THEMES.find((theme) => theme === text) ?? null
}

/** The puzzles with a theme, or all. */
export function withTheme(puzzles: readonly PuzzleDocument[], theme: Theme | null): readonly PuzzleDocument[] {
  return theme ? puzzles.filter(({ themes }) => themes.includes(theme)) : puzzles
}

/** The address of a puzzle; the theme stays for the puzzles after it. */
export function addressOf({ id }: PuzzleDocument, theme: Theme | null = null): string {
  return `./learn?${new URLSearchParams({ puzzle: id, ...(theme && { theme }) })}`
}

/** The address of the list of puzzles with a theme, or of another place if there is none. */
export function overviewAddress(theme: Theme | null, otherwise = './learn#puzzles'): string {
  return theme ? `./learn?${new URLSearchParams({ theme })}` : otherwise
}

/** The position after the first `ply` moves of the solution. */
export function positionAt(puzzle: PuzzleDocument, ply: number): Position {
  return movesOf(puzzle).slice(0, ply).reduce(successor, positionOf(puzzle))
}

/** Whether a move is right at a ply of the solution; any winning move will do at the end. */
export function isRight(puzzle: PuzzleDocument, ply: number, move: Move): boolean {
  if (puzzle.line[ply] === formatAlgebraic(move)) return true
  const isLast = puzzle.kind === 'win' && ply === puzzle.line.length - 1
  if (!isLast) return false
  const position = positionAt(puzzle, ply)
  return outcome(successor(position, move))?.winner === position.turn
}
