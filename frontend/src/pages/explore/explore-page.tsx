/** The Explore page: any position, the value of each move, and its source. */
import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Trail } from '../../core/match/trail'
import type { Position } from '../../core/rules/position'
import type { Mount } from '../../shell/services/page'
import { BoardPlace, Button, Prose, VariantMenu } from '../../ui/components'
import { describeFault } from '../../ui/faults'
import { Later } from '../../ui/later'
import { mountPage, useAfterRender, useLater, usePage, useSay } from '../../ui/view'
import type * as EditorPart from './editor-view'
import { ExplorePanel } from './explore-panel'
import { Explorer } from './explorer'
import type * as LoadingPart from './load-game'
import { Sharing } from './sharing'
import { TrailStrip } from './trail-strip'
import './explore.css'

/** What the first view does not need. */
type Parts = {
  readonly editor: () => Promise<typeof EditorPart>
  readonly loading: () => Promise<typeof LoadingPart>
}

export const mountWith = (parts: Parts): Mount => (root, context) => {
  const explorer = new Explorer(context)
  const page = mountPage(() => <ExplorePage explorer={explorer} parts={parts} />)(root, context)
  return {
    ...page,
    navigated: (url) => explorer.open(url),
    unmount: () => {
      page.unmount()
      explorer.destroy()
    },
  }
}

interface ExploreProps {
  readonly explorer: Explorer
}

function ExplorePage({ explorer, parts }: ExploreProps & { readonly parts: Parts }): VNode {
  const say = useSay('explore')
  useLater(parts)
  const after = useAfterRender()
  const [isLoading, setLoading] = useState(false)
  const forward = useRef<HTMLButtonElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const editor = explorer.editor.value
  const refused = explorer.refused.value
  const trail = explorer.trail.value
  const record = explorer.record.value
  const { variant } = record.position
  const endEditing = (position?: Position): void => {
    explorer.endEditing(position)
    after(() => editButton.current?.focus())
  }
  const load = (loaded: Trail): void => {
    setLoading(false)
    explorer.load(loaded)
    after(() => forward.current?.focus())
  }
  return (
    <>
      <h1 class="nmm-hidden">{say('title')}</h1>
      <div class="columns explore">
        <BoardPlace class="explore-board" board={explorer.board} />
        <div class="explore-side">
          {editor ? (
            <Later load={parts.editor}>
              {({ EditorView }) => <EditorView editor={editor} done={endEditing} cancel={() => endEditing()} />}
            </Later>
          ) : (
            <>
              {!refused && <VariantMenu variant={variant} choose={(chosen) => explorer.chooseVariant(chosen)} />}
              {trail && (
                <TrailStrip
                  trail={trail}
                  forward={forward}
                  walkTo={(ply, line) => explorer.walkTo(ply, line)}
                  load={() => setLoading(true)}
                />
              )}
              {refused ? <Refusal explorer={explorer} /> : <ExplorePanel explorer={explorer} />}
            </>
          )}
        </div>
        {!editor && (
          <Sharing
            record={record}
            refused={refused?.text ?? null}
            canvas={explorer.board.stage.canvas}
            editButton={editButton}
            edit={() => explorer.edit()}
          />
        )}
      </div>
      {isLoading && (
        <Later load={parts.loading}>
          {({ LoadGame }) => <LoadGame variant={variant} load={load} close={() => setLoading(false)} />}
        </Later>
      )}
    </>
  )
}

/** Shown instead of the verdict if the address is not a position: what is wrong, and what to do. */
function Refusal({ explorer }: ExploreProps): VNode {
  const say = useSay('explore')
  const { speech } = usePage()
  const { value: refused } = explorer.refused
  return (
    <section class="card explore-refusal" role="alert">
      <h2>{say('refused')}</h2>
      <p>{refused && <Prose text={describeFault(refused.fault, speech)} />}</p>
      <div class="row">
        <a class="button main-button" href="./explore">{say('toStart')}</a>
        <Button class="button" onClick={() => explorer.edit()}>{say('edit')}</Button>
      </div>
    </section>
  )
}
