/** Where the points of a board are on the canvas, in canvas units: 520 by 520 at any displayed size. */
import type { Geometry, Point } from '../core/rules/geometry'

/** Width and height of the canvas. */
export const SIZE = 520

/** What the frame and the letters take on each side, beyond a man on the edge. */
const BORDER = 32

/** The radius of a man where lines are one unit apart, and its limit on boards of few points. */
const MAN_PER_STEP = 24 / 68
const LARGEST_MAN = 40

/** How far from a point a click may be, in radii of a man. */
const REACH = 1.8

export interface Spot {
  readonly x: number
  readonly y: number
}

/** A letter or digit on the frame, and its centre. */
export interface EdgeName {
  readonly text: string
  readonly spot: Spot
}

/** A board on the canvas. */
export interface Layout {
  readonly board: Geometry
  /** The centre of each point. */
  readonly spots: readonly Spot[]
  /** The distance between neighbouring rows and columns. */
  readonly step: number
  /** The radius of a man. */
  readonly man: number
  /** The rectangle around all points: left, top, right, bottom. */
  readonly bounds: readonly number[]
}

const layouts = new WeakMap<Geometry, Layout>()

/** The layout of a board: as large as the canvas allows, with men to match. */
export function layoutOf(board: Geometry): Layout {
  const known = layouts.get(board)
  if (known) return known
  const { columns, rows, places } = board
  const steps = Math.max(columns, rows, 2) - 1
  const space = SIZE - 2 * BORDER
  const man = Math.min(LARGEST_MAN, (MAN_PER_STEP * space) / (steps + 2 * MAN_PER_STEP))
  const step = (space - 2 * man) / steps
  const left = (SIZE - step * (columns - 1)) / 2
  const top = (SIZE - step * (rows - 1)) / 2
  const layout = {
    board,
    spots: places.map(({ column, row }) => ({ x: left + column * step, y: top + row * step })),
    step,
    man,
    bounds: [left, top, SIZE - left, SIZE - top],
  }
  layouts.set(board, layout)
  return layout
}

/** The column letters below the board and the row digits to its left, centred on the frame. */
export function edgeNames({ board, bounds, step }: Layout, frame: number): EdgeName[] {
  const [left, top] = bounds
  const letters = Array.from({ length: board.columns }, (_, column) => ({
    text: String.fromCharCode(97 + column),
    spot: { x: left + column * step, y: SIZE - frame / 2 },
  }))
  const digits = Array.from({ length: board.rows }, (_, row) => ({
    text: String(board.rows - row),
    spot: { x: frame / 2, y: top + row * step },
  }))
  return [...letters, ...digits]
}

/** The lines to draw: each line and edge as the spots it joins. */
export function strokesOf({ board, spots }: Layout): Spot[][] {
  return [...board.lines, ...board.edges].map((points) => points.map((point) => spots[point]))
}

/** The point nearest to a place on the canvas, or null if none is near. */
export function pointAt({ board, spots, step, man }: Layout, x: number, y: number): Point | null {
  const reach = Math.min(step / 2, REACH * man)
  return board.points.find((point) => Math.hypot(spots[point].x - x, spots[point].y - y) <= reach) ?? null
}
