/** When a played game is a draw. */

/** A position that occurs this many times is a draw. */
export const REPETITIONS = 3
/** This many plies without a capture are a draw. */
export const PLY_LIMIT = 100
