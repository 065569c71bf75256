/** Classes of patterns of men on a square, and on one side of all squares: two of the contexts of a position. */

type Images = readonly (readonly number[])[]

const ORDERS = [[0, 1, 2], [2, 1, 0]] as const

/** The images of the eight places of a square, by its turns and mirror images. */
const SQUARE: Images = [1, -1].flatMap((sign) =>
  [0, 2, 4, 6].map((turn) => Array.from({ length: 8 }, (_, place) => (sign * place + turn + 8) & 7)),
)

/** The images of the nine places of a side: three of each square, outer square first. */
const SIDE: Images = ORDERS.flatMap((squares) =>
  ORDERS.map((places) => squares.flatMap((square) => places.map((place) => 3 * square + place))),
)

interface Classes {
  /** The class of each pattern, whose places are digits of base 3: 0 empty, 1 own, 2 enemy. */
  readonly of: Int16Array
  readonly count: number
}

function classify(images: Images): Classes {
  const { length } = images[0]
  const powers = Array.from({ length }, (_, place) => 3 ** place)
  const patterns = 3 ** length
  const of = new Int16Array(patterns).fill(-1)
  let count = 0
  for (let pattern = 0; pattern < patterns; pattern++) {
    if (of[pattern] >= 0) continue // an image of a smaller pattern
    for (const image of images) {
      let code = 0
      for (let place = 0; place < length; place++) code += powers[place] * (Math.floor(pattern / powers[image[place]]) % 3)
      of[code] = count
    }
    count++
  }
  return { of, count }
}

/** Classes of patterns on a square. */
export const SQUARES = classify(SQUARE)

/** Classes of patterns on a side. */
export const SIDES = classify(SIDE)

/** The bits of a number below 512 as digits of base 3. */
export const DIGITS = Int16Array.from({ length: 512 }, (_, bits) => parseInt(bits.toString(2), 3))
