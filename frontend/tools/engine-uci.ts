/**
 * Speaks the engine protocol for the page's engine in Chromium, so that it can play matches.
 *
 * It keeps its worker from game to game, as the page does. `--times N`: it searches N times as long as it is
 * told, against an opponent with less time.
 */
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { START, formatAlgebraic, parseAlgebraic, parseFen, recordAfter } from '../src/core/rules/notation'
import type { FenRecord } from '../src/core/rules/notation'
import { beforeRemoval, takes } from '../src/core/rules/position'
import type { Position } from '../src/core/rules/position'
import { ShippedEngine } from './shipped-engine'

const { values } = parseArgs({ options: { times: { type: 'string', default: '1' } } })
const times = Number(values.times)
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** A game as `position` describes it: `started` is the half of a turn before its capture. */
interface Told {
  readonly positions: readonly Position[]
  readonly record: FenRecord
  readonly started: string | null
}

/** Reads `startpos` or `fen FEN`, then `moves` and actions; a capture is an action of its own. */
function readGame(text: string): Told {
  const [start, actions = ''] = text.split(/ ?moves ?/)
  let record = start.startsWith('fen ') ? parseFen(start.slice(4)) : START
  const positions = [record.position]
  let started: string | null = null
  for (const action of actions.split(' ').filter(Boolean)) {
    const move = parseAlgebraic((started ?? '') + action)
    const { origin, target, captured } = move
    if (target !== null && captured === null && takes(record.position, origin, target)) {
      started = action
      continue
    }
    started = null
    record = recordAfter(record, move)
    positions.push(record.position)
  }
  return { positions, record, started }
}

/** The action to play: a move, of one that captures only the first half. */
async function choose(engine: ShippedEngine, { positions, record, started }: Told, milliseconds: number): Promise<string> {
  const searched = [...positions]
  if (started !== null) {
    const half = parseAlgebraic(started)
    searched.push(beforeRemoval(record.position, half))
  }
  const { pliesSinceRemoval } = record
  const game = { positions: searched, pliesSinceRemoval, repetitions: 3, plyLimit: 100 }
  const { found } = await engine.search({ game, limits: { milliseconds }, lines: 1 })
  return formatAlgebraic(found[0].move)
}

const engine = await ShippedEngine.start()
let told = readGame('startpos')
/** The capture that belongs to the move just answered. */
let capture: string | null = null

async function react(line: string): Promise<void> {
  const [command, ...words] = line.trim().split(' ')
  if (command === 'uci') {
    say('id name Merels in Chromium')
    say('uciok')
  } else if (command === 'isready') say('readyok')
  else if (command === 'position') told = readGame(words.join(' '))
  else if (command === 'go') {
    const milliseconds = Number(words[words.indexOf('movetime') + 1]) * times
    const answer = told.started !== null && capture ? capture : await choose(engine, told, milliseconds)
    const [, step, taken] = /^([^x]*)(x.*)?$/.exec(answer) ?? []
    capture = (step && taken) || null
    say(`bestmove ${step || taken}`)
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === 'quit') break
  await react(line)
}
await engine.close()
