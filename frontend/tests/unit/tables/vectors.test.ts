/** Checksums, slots and packed blocks are those of the Python package. */
import { expect, test } from 'vitest'
import { VARIANTS } from '../../../src/core/rules/variants'
import type { VariantName } from '../../../src/core/rules/variants'
import { BoardIndex } from '../../../src/tables/index/table-index'
import { decodePacked } from '../../../src/tables/packed/decoder'
import { LEVELS, ROWS, parseModel } from '../../../src/tables/packed/model'
import { xxh32 } from '../../../src/tables/xxh32'
import vectors from '../../vectors/tables.json'

type SlotVector = [VariantName, number, number, number, [number, number, number][]]
type BlockVector = [VariantName, number, number, number, number, number, number, number, string]

const NODES = 40
const COLUMNS = 32

/** The upper bits of a hash that Python computes in the same way. */
function hashed(number: number, bits: number): number {
  return Math.imul(number, 2_654_435_761) >>> (32 - bits)
}

/** The model of the vectors, as a file has it before compression. */
function modelContent(): Uint8Array {
  const rows = ROWS[ROWS.length - 1]
  const content = new Uint8Array(1 + 4 * NODES + 256 + rows * COLUMNS)
  const view = new DataView(content.buffer)
  content[0] = NODES
  for (let child = 1; child <= 2 * NODES; child++) {
    view.setInt16(1 + 2 * (child - 1), child < NODES ? child : 256 + child - NODES, true)
  }
  for (let value = 0; value < 256; value++) content[1 + 4 * NODES + value] = 1 + ((value * 7) % (LEVELS - 1))
  for (let place = 0; place < rows * COLUMNS; place++) content[257 + 4 * NODES + place] = hashed(place, 6) - 32
  return content
}

test.each(vectors.checksums)('the checksum of %i bytes', (length, seed, checksum) => {
  expect(xxh32(Uint8Array.from({ length }, (_, place) => (place * 7) % 256), seed)).toBe(checksum)
})

test.each(vectors.slots as SlotVector[])('%s: the slots of %i men against %i', (name, own, enemy, size, positions) => {
  const index = new BoardIndex(VARIANTS[name].board).table(own, enemy)
  expect(index.size).toBe(size)
  expect(positions.map(([ownMen, enemyMen]) => index.slotOf(ownMen, enemyMen))).toEqual(positions.map(([, , slot]) => slot))
})

test.each(vectors.blocks as BlockVector[])(
  '%s: a packed block of %i men against %i, with %i and %i in hand',
  (name, own, enemy, ownInHand, enemyInHand, number, slots, length, data) => {
    const { board, flying } = VARIANTS[name]
    const flies = flying !== 'never'
    const table = {
      index: new BoardIndex(board).table(own, enemy),
      enemies: enemy,
      ownRoams: ownInHand > 0 || (own === 3 && flies),
      enemyRoams: enemyInHand > 0 || (enemy === 3 && flies),
    }
    const model = parseModel(modelContent(), 256)
    if (!model) throw new Error('not a model')
    const first = number * slots
    const expected = Uint8Array.from({ length }, (_, place) => hashed(Math.floor((first + place) / 3), 8) % (NODES + 1))
    const bytes = new Uint8Array(Buffer.from(data, 'hex'))
    for (const wanted of [length, 1, Math.ceil(length / 2)]) {
      const values = new Uint8Array(wanted)
      decodePacked(table, model, first, bytes, values)
      expect(Buffer.compare(values, expected.subarray(0, wanted))).toBe(0)
    }
  },
)

test('what is not a model is refused', () => {
  const content = modelContent()
  const changed = (place: number, byte: number): Uint8Array => {
    const copy = content.slice()
    copy[place] = byte
    return copy
  }
  expect(parseModel(content, 41)).not.toBeNull()
  expect(parseModel(content, 40)).toBeNull() // a value is too large
  expect(parseModel(content.subarray(1), 256)).toBeNull()
  expect(parseModel(new Uint8Array(), 256)).toBeNull()
  expect(parseModel(changed(1, 0), 256)).toBeNull() // the root is its own child
  expect(parseModel(changed(3, 1), 256)).toBeNull() // a node has two parents
  expect(parseModel(changed(1 + 4 * NODES, LEVELS), 256)).toBeNull()
})
