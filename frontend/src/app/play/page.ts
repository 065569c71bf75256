/** The Play page. */
import { addElement } from '../../dom'
import { createSession } from '../../state'
import { sceneOf } from '../../scene'
import type { Mount } from '../page'
import { createStage } from '../stage'

export const mount: Mount = (root, context) => {
  const page = addElement(root, 'div', 'columns')
  const session = createSession('NORMAL', 1)
  const stage = createStage(page, context, {
    sceneAt: (pointer) => sceneOf(session, pointer),
    choose: () => undefined,
    isActive: () => false,
    escape: () => false,
  })
  stage.redraw()
  return {
    unmount() {
      stage.destroy()
      root.replaceChildren()
    },
  }
}
