import { beforeEach, describe, expect, test } from 'vitest'
import { Clock, formatTime } from '../../../../../src/app/play/match/clock'
import {
  canTakeBack,
  choosePoint,
  createMatch,
  fenAt,
  gameSoFar,
  isComputersTurn,
  matchOutcome,
  playAgain,
  playTurn,
  resign,
  rewind,
  sessionAt,
  takeBack,
} from '../../../../../src/app/play/match/match'
import type { Match, Setup } from '../../../../../src/app/play/match/match'
import { createSay } from '../../../../../src/app/shared/i18n'
import { listGames, matchFrom, pgnOf } from '../../../../../src/app/play/match/match-files'
import { TEXTS } from '../../../../../src/app/play/play-texts'
import { describeResult, sideName } from '../../../../../src/app/play/play-narration'
import { NAMES } from '../../../../../src/rules/geometry'
import { parseAlgebraic, parseFen } from '../../../../../src/rules/notation'
import { BLACK, WHITE } from '../../../../../src/rules/position'
import type { Color } from '../../../../../src/rules/position'
import { currentPosition } from '../../../../../src/game/session'

const AGAINST_NORMAL: Setup = { opponent: 'normal', human: WHITE, clock: null, seed: 1 }
const english = createSay(TEXTS, 'en')

const SHARED: Setup = { ...AGAINST_NORMAL, opponent: 'person' }

/** Both sides can walk to and fro. */
const QUIET = '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1'

function play(match: Match, text: string): void {
  for (const turn of text.split(' ')) playTurn(match, parseAlgebraic(turn))
}

function choose(match: Match, names: string): void {
  for (const name of names.split(' ')) choosePoint(match, NAMES.indexOf(name))
}

const turnsOf = (match: Match): string => gameSoFar(match).moves.join(' ')

describe('two people', () => {
  let match: Match
  beforeEach(() => {
    match = createMatch(SHARED)
  })

  test('share the board turn by turn', () => {
    choose(match, 'd6 f4 f6 b4 b6')
    expect(currentPosition(match.session).removing).toBe(true)
    choose(match, 'f4 f4')
    expect(turnsOf(match)).toBe('d6 f4 f6 b4 b6xf4 f4')
    expect(isComputersTurn(match)).toBe(false)
  })

  test('take back one turn at a time, and play it again', () => {
    choose(match, 'd6 f4 f6')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6 f4')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6')
    playAgain(match)
    expect(turnsOf(match)).toBe('d6 f4')
    choose(match, 'a1')
    expect(playAgain(match)).toEqual([]) // another turn was played
  })

  test('take back half a turn first', () => {
    choose(match, 'd6 f4 f6 b4 b6')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6 f4 f6 b4')
    expect(currentPosition(match.session).removing).toBe(false)
  })

  test('whoever is to move resigns', () => {
    choose(match, 'd6')
    resign(match)
    expect(matchOutcome(match)).toEqual({ winner: WHITE, reason: 'resignation' })
    takeBack(match)
    expect(matchOutcome(match)).toBe(null)
    expect(turnsOf(match)).toBe('d6')
  })
})

describe('against the computer', () => {
  test('the reply is taken back with the turn, and both are played again', () => {
    const match = createMatch(AGAINST_NORMAL)
    expect(canTakeBack(match)).toBe(false)
    play(match, 'd6 f4 f6 b4')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6 f4')
    playAgain(match)
    expect(turnsOf(match)).toBe('d6 f4 f6 b4')
    expect(match.undone).toEqual([])
  })

  test('Black waits for the computer to begin', () => {
    const match = createMatch({ ...AGAINST_NORMAL, human: BLACK })
    expect(isComputersTurn(match)).toBe(true)
    play(match, 'd6')
    expect(canTakeBack(match)).toBe(false)
    play(match, 'f4 d2')
    takeBack(match)
    expect(turnsOf(match)).toBe('d6')
  })

  test('rewinding keeps what came later for playing it again', () => {
    const match = createMatch(AGAINST_NORMAL)
    play(match, 'd6 f4 f6 b4')
    rewind(match, 2)
    expect(turnsOf(match)).toBe('d6 f4')
    playAgain(match)
    expect(turnsOf(match)).toBe('d6 f4 f6 b4')
  })
})

describe('the end', () => {
  test('the third occurrence is a draw', () => {
    const match = createMatch(SHARED, parseFen(QUIET))
    const around = 'b4-c4 g4-g1 c4-b4 g1-g4'
    play(match, around)
    expect(matchOutcome(match)).toBe(null)
    play(match, around)
    expect(matchOutcome(match)).toEqual({ winner: null, reason: 'repetition' })
    expect(choosePoint(match, 0)).toEqual([{ kind: 'wrong', complaint: 'game over', point: 0 }])
  })

  test('so are 100 plies without a removal, those before the game included', () => {
    const match = createMatch(SHARED, parseFen(QUIET.replace(' 0 1', ' 98 60')))
    play(match, 'b4-c4')
    expect(matchOutcome(match)).toBe(null)
    play(match, 'g4-g1')
    expect(matchOutcome(match)).toEqual({ winner: null, reason: 'no removal for too long' })
  })

  test('counters are those of the Python package', () => {
    const match = createMatch(SHARED)
    play(match, 'd6 f4 d7 b4 d5xf4')
    expect(fenAt(match)).toBe('O*******/O*****@*/O******* b p p 3 6 1 7 0 0 0 0 0 0 0 0 3')
    expect(fenAt(match, 4)).toBe('********/O*@***@*/O******* w p p 2 7 2 7 0 0 0 0 0 0 0 4 3')
  })
})

test('an earlier position is shown without changing the game', () => {
  const match = createMatch(SHARED)
  play(match, 'd6 f4 f6')
  const earlier = sessionAt(match, 1)
  expect(earlier.moves).toHaveLength(1)
  expect(match.session.moves).toHaveLength(3)
})

describe('what the end is called', () => {
  /** Black can take White's third man: White is lost. */
  const LOSING = '********/O*O*****/@@**O*@* b m s 3 0 3 0 0 0 0 0 0 0 0 0 40'

  test.each([
    [AGAINST_NORMAL, ['You lose', 'You have two men left.']],
    [{ ...AGAINST_NORMAL, human: BLACK }, ['You win', 'The computer has two men left.']],
    [SHARED, ['Black wins', 'White has two men left.']],
  ] as const)('for %j', (setup, said) => {
    const match = createMatch(setup, parseFen(LOSING))
    play(match, 'a4-a7xd6')
    expect(describeResult(match, english)).toEqual(said)
  })

  test('whoever resigned is named', () => {
    const match = createMatch(AGAINST_NORMAL)
    resign(match)
    expect(describeResult(match, english)).toEqual(['You lose', 'You resigned.'])
  })
})

describe('files', () => {
  const say = ((key: string) => key) as Parameters<typeof pgnOf>[1]

  test('a game comes back as it was saved', () => {
    const match = createMatch({ ...AGAINST_NORMAL, opponent: 'expert', human: BLACK })
    play(match, 'd6 f4 f6')
    const back = matchFrom(pgnOf(match, say), AGAINST_NORMAL)
    expect(gameSoFar(back)).toEqual(gameSoFar(match))
    expect(back.setup).toMatchObject({ opponent: 'expert', human: BLACK })
  })

  test('a resignation too', () => {
    const match = createMatch(AGAINST_NORMAL)
    play(match, 'd6 f4')
    resign(match)
    expect(pgnOf(match, say)).toMatch(/\[Result "0-1"\]\n\[Termination "resignation"\]/)
    expect(matchOutcome(matchFrom(pgnOf(match, say), AGAINST_NORMAL))).toEqual(matchOutcome(match))
  })

  test('a result that the moves do not decide is the file’s, and so are the names', () => {
    const text = '[White "Ada"]\n[Black "Bo"]\n\n1. d6 f4 1-0'
    const match = matchFrom(text, AGAINST_NORMAL)
    expect(matchOutcome(match)).toEqual({ winner: WHITE, reason: 'record' })
    expect(describeResult(match, english)).toEqual(['White wins', 'The file gives this result.'])
    expect([WHITE, BLACK].map((color) => sideName(match, color as Color, english))).toEqual(['Ada', 'Bo'])
    expect(isComputersTurn(match)).toBe(false)
    expect(pgnOf(match, say)).toMatch(/\[White "Ada"\]\n\[Black "Bo"\]\n\[Result "1-0"\]/)
    takeBack(match)
    expect(matchOutcome(match)).toBe(null)
    expect(turnsOf(match)).toBe('d6 f4')
  })

  test('a draw that was agreed on stays one', () => {
    const match = matchFrom('1. d6 f4 1/2-1/2', AGAINST_NORMAL)
    expect(matchOutcome(match)).toEqual({ winner: null, reason: 'record' })
    expect(match.setup.opponent).toBe('normal') // nobody is named: it may well be a game of ours
  })

  test('two computers of ours are two others', () => {
    const match = matchFrom('[White "Merels (easy)"]\n[Black "Merels (hard)"]\n\n1. d6 *', AGAINST_NORMAL)
    expect(match.names).toEqual(['Merels (easy)', 'Merels (hard)'])
    expect(match.setup.opponent).toBe('person')
  })

  test('a game lost on time too', () => {
    const match = createMatch(SHARED)
    play(match, 'd6')
    match.flagged = BLACK
    expect(matchOutcome(matchFrom(pgnOf(match, say), SHARED))).toEqual({ winner: WHITE, reason: 'time' })
  })

  test('the games of a file are listed', () => {
    const text = '[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. d6 1-0\n\n[Event "Cup"]\n\n1. a1 *'
    expect(listGames(text).map(({ title }) => title)).toEqual(['1. Ada – Bo · 1-0', '2. ? – ? · Cup'])
    expect(listGames(text).map((game) => turnsOf(matchFrom(game.text, SHARED)))).toEqual(['d6', 'a1'])
    expect(listGames(QUIET)).toEqual([])
    const bad = listGames(`1. d6 {open\n\n${text}`)
    expect(bad).toHaveLength(3)
    expect(() => matchFrom(bad[0].text, SHARED)).toThrow('the comment is not closed')
    expect(turnsOf(matchFrom(bad[2].text, SHARED))).toBe('a1')
  })

  test('a FEN is a game that begins there', () => {
    const match = matchFrom(`${QUIET}\n`, SHARED)
    expect(gameSoFar(match)).toEqual({ fen: QUIET, moves: [] })
  })

  test('nothing is no game', () => {
    expect(() => matchFrom(' \n', SHARED)).toThrow('nothing to load')
  })
})

describe('the clock', () => {
  const timed = (): [Match, Clock] => {
    const clock = { minutes: 1, increment: 5 }
    const match = createMatch({ ...SHARED, clock })
    return [match, new Clock(match, clock)]
  }

  test('counts for the side to move and adds the increment', () => {
    const [match, clock] = timed()
    clock.run(1000)
    expect(clock.read(11_000)).toEqual([50_000, 60_000])
    play(match, 'd6')
    clock.turnPlayed(WHITE, 11_000)
    expect(clock.read(11_000)).toEqual([55_000, 60_000])
    expect(clock.read(15_000)).toEqual([55_000, 56_000])
  })

  test('rests, and goes on', () => {
    const [, clock] = timed()
    clock.run(0)
    clock.rest(1000)
    expect(clock.read(9000)).toEqual([59_000, 60_000])
    clock.run(9000)
    expect(clock.read(10_000)).toEqual([58_000, 60_000])
  })

  test('ends the game of who runs out of time', () => {
    const [match, clock] = timed()
    clock.run(0)
    expect(clock.flagged(59_999)).toBe(null)
    expect(clock.flagged(60_000)).toBe(WHITE)
    match.flagged = WHITE
    expect(matchOutcome(match)).toEqual({ winner: BLACK, reason: 'time' })
  })

  test('goes back with the turns that are taken back', () => {
    const [match, clock] = timed()
    clock.run(0)
    play(match, 'd6')
    clock.turnPlayed(WHITE, 10_000)
    takeBack(match)
    clock.restart(20_000)
    expect(clock.read(20_000)).toEqual([60_000, 60_000])
  })

  test.each([
    [300_000, '5:00'],
    [299_001, '5:00'],
    [61_000, '1:01'],
    [19_990, '0:19.9'],
    [450, '0:00.4'],
    [0, '0:00.0'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(formatTime(milliseconds)).toBe(text)
  })
})
