/** Prints how many nodes a second the page's engine searches in Chromium: `make -C frontend speed`. */
import { parseFen } from '../src/core/rules/notation'
import { ShippedEngine } from './shipped-engine'

/** Those of `merels bench`, and one with a flying side. */
const FENS = [
  '********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1',
  '*@***O**/O*@*@*O*/***@***O w p p 4 5 4 5 0 0 0 0 0 0 0 8 5',
  '***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1',
  '***@*@**/**O*O@**/*@*****O w m s 3 0 4 0 0 0 0 0 0 0 0 0 1',
]
const MILLISECONDS = 2000

const engine = await ShippedEngine.start()
for (const fen of FENS) {
  await engine.restart()
  const { position, pliesSinceRemoval } = parseFen(fen)
  const game = { positions: [position], pliesSinceRemoval, repetitions: 3, plyLimit: 100 }
  await engine.search({ game, limits: { depth: 1 }, lines: 1 }) // loads the weights
  const begun = performance.now()
  const { nodes, depth } = await engine.search({ game, limits: { milliseconds: MILLISECONDS }, lines: 1 })
  const speed = nodes / (performance.now() - begun) / 1000
  process.stdout.write(`${fen.slice(0, 26)}  depth ${depth}  ${speed.toFixed(2)} million nodes a second\n`)
}
await engine.close()
