/**
 * The board on a page: a `Board` that follows the theme, stays sharp at any size, plays sounds if they
 * are on, and handles input until the page is left.
 *
 *     const stage = createStage(parent, context, geometry, { sceneAt, choose, isActive, escape })
 *     stage.redraw()                            // after a change
 *     stage.overlay = annotations([...])        // values on points, arrows: see overlay.ts
 *     stage.points.update(name, names, null)    // labels for screen readers
 *     stage.destroy()
 */
import { Board } from '../board/board'
import type { BoardUser } from '../board/board'
import { Listeners } from '../board/dom'
import type { Geometry, Point } from '../core/rules/geometry'
import type { Scene } from '../board/scene'
import type { BoardEvent } from '../board/animation'
import type { PageContext } from '../shell/services/page'
import { SKINS } from '../board/skins'
import { playSounds, soundsOf } from './sounds'
import type { Sound } from './sounds'

export interface StageUser extends BoardUser {
  /** The scene while the pointer is over a point, or over none. */
  sceneAt(pointer: Point | null): Scene
}

/** A board on a page. */
export interface Stage extends Board {
  /** Plays a sound that no event causes, if sounds are on. */
  sound(sound: Sound): void
  /** Scrolls as far as needed to show the whole board, clear of the header and the bar of links. */
  reveal(): void
  destroy(): void
}

/** Adds a board to `parent`. */
export function createStage(
  parent: Element,
  { settings, signal }: Pick<PageContext, 'settings' | 'signal'>,
  geometry: Geometry,
  user: StageUser,
): Stage {
  const board = new Board(
    parent,
    (pointer) => user.sceneAt(pointer),
    (draw) => draw(),
    geometry,
    SKINS[settings.theme],
  )
  const listeners = new Listeners((react) => react)
  board.listen(listeners, user)
  const endTheme = settings.onTheme(() => board.setSkin(SKINS[settings.theme]))
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
    animate(events: readonly BoardEvent[]) {
      animate(events)
      playSounds(settings, soundsOf(events))
    },
    sound(sound: Sound) {
      playSounds(settings, [sound])
    },
    reveal() {
      board.element.scrollIntoView({ block: 'nearest' })
    },
    destroy() {
      signal.removeEventListener('abort', end)
      end()
      destroy()
    },
  })
}
