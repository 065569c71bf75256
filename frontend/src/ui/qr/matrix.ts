/** The picture of a QR code: its fixed patterns, its content, and the mask that makes it easiest to read. */
import { bitsOf, encode } from './codewords'

/** The dark modules, by row and column. */
export type Matrix = readonly (readonly boolean[])[]

/** The condition of each mask, by row and column. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** Error correction level M, and the code that protects it and the number of the mask. */
const LEVEL = 0b00
const FORMAT_CODE = 0x537
const FORMAT_MASK = 0x5412

/** The column of the vertical timing pattern, which the content leaves out. */
const TIMING = 6

/** The QR code of a text. Throws `RangeError` if it is longer than 106 bytes. */
export function qrCode(text: string): Matrix {
  const { version, codewords } = encode(text)
  const bits = codewords.flatMap((word) => bitsOf(word, 8))
  const pictures = MASKS.map((_, mask) => draw(version, bits, mask))
  const penalties = pictures.map(penaltyOf)
  return pictures[penalties.indexOf(Math.min(...penalties))]
}

function draw(version: number, bits: readonly number[], mask: number): Matrix {
  const size = 4 * version + 17
  const modules: (boolean | null)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => null))
  drawPatterns(modules, version)
  drawFormat(modules, mask)
  drawContent(modules, bits, MASKS[mask])
  return modules.map((row) => row.map((module) => module === true))
}

type Modules = (boolean | null)[][]

/** Squares in three corners, the timing patterns between them, and a small square near the fourth. */
function drawPatterns(modules: Modules, version: number): void {
  const size = modules.length
  for (let index = 0; index < size; index++) {
    modules[TIMING][index] = modules[index][TIMING] = index % 2 === 0
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) drawSquare(modules, row, column, 4, [0, 1, 3])
  if (version > 1) drawSquare(modules, size - 7, size - 7, 2, [0, 2])
}

/** Rings around a centre; those at the distances in `dark` are dark. */
function drawSquare(modules: Modules, row: number, column: number, reach: number, dark: readonly number[]): void {
  for (let down = -reach; down <= reach; down++) {
    for (let right = -reach; right <= reach; right++) {
      const isInside = modules[row + down]?.[column + right] !== undefined
      if (isInside) modules[row + down][column + right] = dark.includes(Math.max(Math.abs(down), Math.abs(right)))
    }
  }
}

/** Writes the level and the mask twice, beside the squares. */
function drawFormat(modules: Modules, mask: number): void {
  const size = modules.length
  const bits = formatBits(mask)
  for (const [index, bit] of bits.entries()) {
    const isDark = bit === 1
    // Around the first square, past the timing patterns; then along the other two.
    if (index < 8) modules[8][index < TIMING ? index : index + 1] = isDark
    else modules[index < 9 ? 7 : 14 - index][8] = isDark
    if (index < 7) modules[size - 1 - index][8] = isDark
    else modules[8][size - 15 + index] = isDark
  }
  modules[size - 8][8] = true
}

/** Fifteen bits, the highest first. */
function formatBits(mask: number): number[] {
  const data = (LEVEL << 3) | mask
  let rest = data << 10
  for (let bit = 14; bit >= 10; bit--) rest ^= ((rest >> bit) & 1) * (FORMAT_CODE << (bit - 10))
  return bitsOf(((data << 10) | rest) ^ FORMAT_MASK, 15)
}

/** Fills what is free in strips of two columns, from the right, upwards and downwards in turn. */
function drawContent(modules: Modules, bits: readonly number[], isFlipped: (typeof MASKS)[number]): void {
  const size = modules.length
  let next = 0
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === TIMING) right--
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (modules[row][column] !== null) continue
        modules[row][column] = (bits[next++] === 1) !== isFlipped(row, column)
      }
    }
    isUp = !isUp
  }
}

/** How hard a picture is to read: long runs, blocks, what looks like a corner square, and too much of one colour. */
function penaltyOf(matrix: Matrix): number {
  const columns = matrix.map((_, index) => matrix.map((row) => row[index]))
  const lines = [...matrix, ...columns].map((line) => line.map(Number).join(''))
  let penalty = 0
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * (line.match(/(?=10111010000|00001011101)/g)?.length ?? 0)
  }
  const rows = lines.slice(0, matrix.length)
  for (let row = 1; row < rows.length; row++) {
    for (let column = 1; column < rows.length; column++) {
      const four = rows[row - 1].slice(column - 1, column + 1) + rows[row].slice(column - 1, column + 1)
      if (four === '0000' || four === '1111') penalty += 3
    }
  }
  const dark = rows.join('').replaceAll('0', '').length
  const share = (100 * dark) / rows.length ** 2
  return penalty + 10 * Math.floor(Math.abs(share - 50) / 5)
}
