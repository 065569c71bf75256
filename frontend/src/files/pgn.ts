/**
 * Game files: PGN as `docs/game-files.md` describes it.
 *
 * Only the main line is read; comments, glyphs and variations are skipped. The Python package reads
 * what this writes, and the other way round. PlayOK's games, whose points have numbers, are read too.
 */
import { NotationError, formatAlgebraic, formatFen, parseAlgebraic, parseFen, recordAfter, startOf } from '../core/rules/notation'
import type { FenRecord } from '../core/rules/notation'
import { WHITE, countTaken, isLegal, isSame, legalMoves, successor } from '../core/rules/position'
import type { Move, Position } from '../core/rules/position'
import { capturesOf, turnOf } from '../core/rules/turn'
import { readAs } from '../core/rules/variants'
import { DECISIONS } from '../core/match/match'
import type { Decision } from '../core/match/match'
import { SITE, hasNumbers, parseNumbered } from './playok'
import { variantOfTag } from './variant-tag'

export type Result = Decision | '*'

/** The contents of a game file. */
export interface GameFile {
  readonly tags: Readonly<Record<string, string>>
  readonly first: FenRecord
  readonly moves: readonly Move[]
  readonly result: Result
  /** What is written with the moves, in their order. */
  readonly notes?: readonly (Note | null)[] | undefined
}

/** An annotation of a move: its glyph, a comment, and a better line, which may be empty. */
export interface Note {
  readonly glyph: string
  readonly comment: string
  readonly better: readonly Move[]
}

/** A game file as it was read. */
interface ParsedGame extends GameFile {
  /** The number of variations beside the main line. */
  readonly variations: number
}

const WIDTH = 79
const ROSTER = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?' }
const TAG = /^[\s\ufeff]*\[\s*([^\s"[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]/
const TOKEN =
  /[\s.\ufeff]+|(1-0|0-1|1\/2-1\/2|\*)(?=[\s{}()[\];]|$)|(\d{1,9})(?=[\s.{}()[\];]|$)|([!?]+|\$\d*)|([()])|;[^\n]*|\{[^}]*(\}?)|([^\s.\ufeff!?$(){}[\];]+)|(.)/gsu

/** A game as text. */
export function formatPgn({ tags, first, moves, result, notes }: GameFile): string {
  const { variant } = first.position
  const all: Record<string, string> = { ...ROSTER, Result: result, ...tags, Variant: variant.title }
  if (!isSame(first.position, startOf(variant).position)) {
    all.SetUp = '1'
    all.FEN = formatFen(first)
  }
  all.PlyCount = String(moves.length)
  const lines = Object.entries(all).map(([name, text]) => `[${name} "${text.replace(/["\\]/g, '\\$&')}"]`)
  const said = wordsOf(first.position, first.moveNumber, moves, notes)
  return [...lines, '', ...wrap([...said, result]), ''].join('\n')
}

/** Stands for White's half of a move where Black has two turns running. */
const MISSING_HALF = '--'

/** The words of a line of moves. */
function wordsOf(
  start: Position,
  first: number,
  moves: readonly Move[],
  notes: readonly (Note | null)[] = [],
): string[] {
  let isNumberDue = true // before Black's move, if it does not directly follow White's
  let [position, number, hasMoved] = [start, first, false]
  return moves.flatMap((move, index) => {
    const [before, own] = [position, number]
    const isWhite = before.turn === WHITE
    const note = notes[index]
    const said = isWhite ? [`${own}.`] : hasMoved ? [`${own}.`, MISSING_HALF] : isNumberDue ? [`${own}...`] : []
    said.push(formatAlgebraic(move, before.variant.board) + (note?.glyph ?? ''))
    position = successor(before, move)
    hasMoved = position.turn === before.turn
    if (!isWhite) number += 1
    isNumberDue = Boolean(note)
    if (note) said.push(...`{${note.comment}}`.split(' '))
    if (note?.better.length) said.push(...bracketed(wordsOf(before, own, note.better)))
    return said
  })
}

function bracketed(all: readonly string[]): string[] {
  return `(${all.join(' ')})`.split(' ')
}

function wrap(all: readonly string[]): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of all) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ''
    }
    line += line ? ` ${word}` : word
  }
  return [...lines, line]
}

/** Whether a text is a position rather than games. */
export function isFen(text: string): boolean {
  return /^\s*[O@*]+\/[O@*]/.test(text)
}

/** Reads the first game of a text; `generatePgn` finds the others. */
export function parsePgn(text: string): ParsedGame {
  const { tags, rest } = readTags(text)
  const { words, marker, variations } = readMoveText(rest)
  const { moves, areNumbered } = movesOf(words, tags.Site === SITE)
  const named = DECISIONS.find((each) => each === tags.Result)
  const read = readAs(variantOfTag(tags.Variant), (variant) => {
    const first = tags.FEN ? parseFen(tags.FEN, variant) : startOf(variant)
    const line = new MainLine(first, (move) => (areNumbered ? parseNumbered(move) : parseAlgebraic(move, variant.board)))
    for (const move of moves) line.add(move)
    line.end()
    return { first, moves: line.moves }
  })
  return { tags, ...read, result: named ?? marker ?? '*', variations }
}

/** An Event tag after an empty line: a game always starts here, even if the one before lacks a brace. */
const EVENT = /\n[^\S\n]*\n[^\S\n]*\[[^\S\n]*Event[^\S\n]*"/g

/** Yields the text of each game, found when needed and not checked; `parsePgn` does that. */
export function* generatePgn(text: string): Generator<string> {
  let start = 0
  for (const { index } of text.matchAll(EVENT)) {
    yield* generateFrom(text.slice(start, index + 1))
    start = index + 1
  }
  yield* generateFrom(text.slice(start))
}

/** Yields the games that tags or results separate. */
function* generateFrom(text: string): Generator<string> {
  let left = text
  while (/\S/.test(left)) {
    const { tags, rest } = readTags(left)
    const { isGame, length } = measure(rest)
    const size = left.length - rest.length + length
    if (isGame || Object.keys(tags).length) yield left.slice(0, size)
    left = left.slice(size)
  }
}

/** Finds the end of a game's moves; an unreadable game ends at the tags of the next. */
function measure(text: string): { readonly isGame: boolean; readonly length: number } {
  try {
    const { words, marker, length } = readMoveText(text)
    return { isGame: words.length > 0 || marker !== null, length }
  } catch (error) {
    if (!(error instanceof NotationError)) throw error
    const next = text.search(/\n[^\S\n]*\n[^\S\n]*\[\w+[^\S\n]+"/)
    return { isGame: true, length: next < 0 ? text.length : next + 1 }
  }
}

/** A move or a number. Numbers without a dot are move numbers too, or points in files that number them. */
interface Word {
  readonly kind: 'move' | 'number' | 'bare'
  readonly text: string
}

/** The text after the tags of a game: the words of its main line, its result, and its length. */
interface MoveText {
  readonly words: readonly Word[]
  readonly marker: Result | null
  readonly variations: number
  readonly length: number
}

/** Reads up to the result or the tags of the next game. */
function readMoveText(text: string): MoveText {
  const words: Word[] = []
  let variations = 0
  let depth = 0
  for (const found of text.matchAll(TOKEN)) {
    const [whole, result, number, , bracket, brace, move, stray] = found
    if (whole.startsWith('{') && !brace) {
      throw new NotationError('pgn.comment', { text: whole.slice(0, 40) })
    }
    if (bracket === '(' && depth === 0) variations += 1
    if (bracket === '(') depth += 1
    if (bracket === ')') depth -= 1
    if (depth > 0) continue
    if (stray === '[') {
      expectTag(text.slice(found.index))
      return { words, marker: null, variations, length: found.index }
    }
    if (stray) throw new NotationError('pgn.stray', { text: stray })
    if (number) words.push({ kind: text[found.index + number.length] === '.' ? 'number' : 'bare', text: number })
    if (move) words.push({ kind: 'move', text: move })
    if (result) return { words, marker: result as Result, variations, length: found.index + whole.length }
  }
  return { words, marker: null, variations, length: text.length }
}

/**
 * The moves among the words, and whether their points have numbers: the first move tells. A bare
 * number is one if another number is next to it, or if the file is expected to have them.
 */
function movesOf(words: readonly Word[], isExpected: boolean): { moves: string[]; areNumbered: boolean } {
  const isNumber = (word: Word | undefined): boolean => word !== undefined && word.kind !== 'move'
  const first = words.findIndex(
    ({ kind }, index) =>
      kind === 'move' || (kind === 'bare' && (isExpected || isNumber(words[index - 1]) || isNumber(words[index + 1]))),
  )
  const areNumbered = first >= 0 && hasNumbers(words[first].text)
  // In a file with names, a number after a number is a mistake, which reading it as a move explains.
  const isMove = (index: number): boolean => (areNumbered ? index >= first : isNumber(words[index - 1]))
  const moves = words.filter(({ kind }, index) => kind === 'move' || (kind === 'bare' && isMove(index)))
  return { moves: moves.map(({ text }) => text), areNumbered }
}

/** Throws unless a text starts with a tag. */
function expectTag(text: string): void {
  if (TAG.test(text)) return
  const [line] = text.split('\n', 1)
  throw new NotationError('pgn.tag', { text: line.slice(0, 40) })
}

/** The tags at the start of a text, and the rest of it. */
export function readTags(text: string): { tags: Record<string, string>; rest: string } {
  const tags: Record<string, string> = {}
  let rest = text
  for (let match = TAG.exec(rest); match; match = TAG.exec(rest)) {
    tags[match[1]] = match[2].replace(/\\(["\\])/g, '$1')
    rest = rest.slice(match[0].length)
  }
  return { tags, rest }
}

/** The moves of a game, checked one by one. */
class MainLine {
  readonly moves: Move[] = []
  private half: Move | null = null
  private written = ''

  constructor(
    private record: FenRecord,
    private readonly parse: (text: string) => Move,
  ) {}

  private get position(): Position {
    return this.record.position
  }

  /** Adds a move, or half of one whose capture is written separately. */
  add(text: string): void {
    if (text === MISSING_HALF) {
      const { turn, marks } = this.position
      if (turn === WHITE || marks?.takings !== 2) throw new NotationError('pgn.half', { number: this.record.moveNumber })
      return
    }
    let move = this.parse(text)
    let written = text
    if (this.half && move.target === null) {
      move = turnOf(this.half.origin, this.half.target, [...capturesOf(this.half), ...capturesOf(move)])
      written = this.written + text
      this.half = null
    }
    this.end()
    this.written = written
    if (this.isHalf(move) && this.fits(move)) {
      this.half = move
      return
    }
    this.play(move)
  }

  /** Throws if a capture is missing. */
  end(): void {
    if (this.half) this.play(this.half)
  }

  /** Whether captures are missing. */
  private isHalf(move: Move): boolean {
    const { position } = this
    if (move.target === null) return position.removing && capturesOf(move).length <= (position.marks?.more ?? 0)
    return countTaken(position, move.origin, move.target) > capturesOf(move).length
  }

  /** Whether a move begins with this part of one. */
  private fits(half: Move): boolean {
    const taken = capturesOf(half)
    return legalMoves(this.position).some(
      (legal) =>
        legal.origin === half.origin && legal.target === half.target && taken.every((each) => capturesOf(legal).includes(each)),
    )
  }

  private play(move: Move): void {
    if (!isLegal(this.position, move)) {
      const { written, position, record } = this
      const meant = formatAlgebraic(move, position.variant.board)
      throw new NotationError(
        position.turn === WHITE ? 'pgn.illegal.white' : 'pgn.illegal.black',
        {
          number: record.moveNumber,
          move: written === meant ? meant : `${written} (${meant})`,
        },
      )
    }
    this.record = recordAfter(this.record, move)
    this.moves.push(move)
  }
}
