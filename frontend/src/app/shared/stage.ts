/**
 * The board on a page: the shared `Board`, dressed for the theme, sharp at every size, heard where
 * sounds are chosen, and listening for as long as the page is there.
 *
 *     const stage = createStage(parent, context, { sceneAt, choose, isActive, escape })
 *     stage.redraw()                            // after a change; several make one frame
 *     stage.overlay = badges([...])             // values on points, arrows: see overlay.ts
 *     stage.points.update(name, names, null)    // what each point is called
 *     stage.destroy()
 */
import { Board } from '../../board/board'
import type { BoardUser } from '../../board/board'
import { Listeners } from '../../board/dom'
import type { Point } from '../../rules/geometry'
import type { Scene } from '../../board/scene'
import type { Happening } from '../../game/session'
import type { PageContext } from '../page'
import { SKINS } from './skins'
import { playSounds, soundsOf } from './sounds'
import type { Sound } from './sounds'

export interface StageUser extends BoardUser {
  /** What is to be seen while the pointer is over a point, or over none. */
  sceneAt(pointer: Point | null): Scene
}

/** A board on a page. */
export interface Stage extends Board {
  /** Plays a sound that no happening brings, where sounds are chosen. */
  sound(sound: Sound): void
  destroy(): void
}

/** Builds a board into `parent`. */
export function createStage(
  parent: Element,
  { settings, signal }: Pick<PageContext, 'settings' | 'signal'>,
  user: StageUser,
): Stage {
  const board = new Board(
    parent,
    (pointer) => user.sceneAt(pointer),
    (draw) => draw(),
    SKINS[settings.theme],
  )
  const listeners = new Listeners((react) => react)
  board.listen(listeners, user)
  const endTheme = settings.onTheme(() => board.wear(SKINS[settings.theme]))
  const observer = new ResizeObserver(() => board.fit(board.canvas.clientWidth))
  observer.observe(board.canvas)
  const end = (): void => {
    observer.disconnect()
    endTheme()
    listeners.removeAll()
  }
  signal.addEventListener('abort', end)
  const destroy = board.destroy.bind(board)
  const animate = board.animate.bind(board)
  return Object.assign(board, {
    animate(happenings: readonly Happening[]) {
      animate(happenings)
      playSounds(settings, soundsOf(happenings))
    },
    sound(sound: Sound) {
      playSounds(settings, [sound])
    },
    destroy() {
      signal.removeEventListener('abort', end)
      end()
      destroy()
    },
  })
}
