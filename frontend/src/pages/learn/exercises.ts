/** Lessons and puzzles, which are loaded as one when the first of them is opened. */
export { LessonView } from './lesson-view'
export { PuzzleView } from './puzzle-view'
