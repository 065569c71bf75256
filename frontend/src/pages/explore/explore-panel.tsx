/** The verdict, the moves and the best line. */
import type { VNode } from 'preact'
import { PEOPLE } from '../../core/players/people'
import { offers } from '../../core/rules/features'
import { recordAfter } from '../../core/rules/notation'
import { colorName, formatMove, outcome } from '../../core/rules/position'
import type { Move } from '../../core/rules/position'
import { addressOfRecord, peopleAddressOf, playAddressOf } from '../../shell/services/addresses'
import { Button, Choices, Prose } from '../../ui/components'
import { usePage, useSay } from '../../ui/view'
import { stopOf } from '../../values/best-line'
import { drawnChance } from '../../values/chances'
import { groupEqual } from '../../values/symmetry'
import { describeProspect, describeStop, describeVerdict } from './explore-narration'
import type { Explorer } from './explorer'
import { MoveRows } from './move-rows'

interface PanelProps {
  readonly explorer: Explorer
}

export function ExplorePanel({ explorer }: PanelProps): VNode {
  return (
    <div class="explore-panel">
      <VerdictCard explorer={explorer} />
      <MovesCard explorer={explorer} />
      <BestLine explorer={explorer} />
    </div>
  )
}

function VerdictCard({ explorer }: PanelProps): VNode {
  const say = useSay('explore')
  const { server } = usePage()
  const record = explorer.record.value
  const evaluation = explorer.evaluation.value
  const problem = explorer.problem.value
  const { position } = record
  const { turn, whiteInHand: white, blackInHand: black } = position
  const end = outcome(position)
  const verdict = describeVerdict(turn, end, evaluation, problem, say)
  const prospect = describeProspect(evaluation.moves, explorer.person.value, say)
  const isFinal = evaluation.progress === 'done' || problem !== null
  return (
    <section class="card explore-verdict">
      <div class="verdict-head">
        {!end && (
          <>
            <p class="verdict-turn" data-side={colorName(turn)}>{say(`turn.${colorName(turn)}`)}</p>
            <div class="verdict-begin">
              <a class="button" href={playAddressOf(record)}>{say('playHere')}</a>
              {!server.isStatic && <a class="button" href={peopleAddressOf(record)}>{say('friend')}</a>}
            </div>
          </>
        )}
      </div>
      <h2 class="verdict-text" data-tone={verdict.tone}>{verdict.text}</h2>
      <p class="note verdict-source"><Prose text={verdict.source} /></p>
      {verdict.isCounted && <p class="note">{say('counted')}</p>}
      {prospect && <p class="verdict-prospect">{prospect}</p>}
      {white + black > 0 && <p class="note">{say('inHand', { white, black })}</p>}
      <p class="nmm-hidden" role="status">{/* a search keeps changing the verdict */}
        {isFinal && [verdict.text, verdict.source, prospect].filter(Boolean).join(say('gap'))}
      </p>
    </section>
  )
}

function MovesCard({ explorer }: PanelProps): VNode {
  const say = useSay('explore')
  const record = explorer.record.value
  const { moves: rated } = explorer.evaluation.value
  const groups = groupEqual(record.position, rated, ({ move }) => move)
  const count = rated.length
  const different = groups.length
  const preview = (moves: readonly Move[]): void => {
    explorer.pointed.value = moves
  }
  return (
    <section class="card">
      <div class="explore-heading">
        <h2 id="explore-moves">{say('moves')}</h2>
        <span class="note">{say(different < count ? 'moves.different' : 'moves.count', { count, different })}</span>
      </div>
      {count > 0 && offers(record.position.variant, 'chances') && <PersonChoice explorer={explorer} />}
      <MoveRows key={addressOfRecord(record)} {...{ record, rated, groups, preview }} labelId="explore-moves" />
    </section>
  )
}

/** Asks whom chances are against, and explains them. */
function PersonChoice({ explorer }: PanelProps): VNode {
  const say = useSay('explore')
  const { server } = usePage()
  const people = PEOPLE.map((value) => ({ value, text: say(`person.${value}`) }))
  const chances = explorer.evaluation.value.moves.flatMap((each) => drawnChance(each) ?? [])
  const isEstimate = chances.some(({ answers }) => answers === null)
  const legend = isEstimate ? (server.isStatic ? 'legend.alone' : 'legend.estimate') : 'legend'
  return (
    <div class="explore-person">
      <Choices
        name="person" title={say('person')} choices={people} chosen={explorer.person.value}
        choose={(person) => explorer.choosePerson(person)}
      />
      {chances.length > 0 && <p class="note">{say(legend)}</p>}
    </div>
  )
}

function BestLine({ explorer }: PanelProps): VNode | null {
  const say = useSay('explore')
  const record = explorer.record.value
  const evaluation = explorer.evaluation.value
  const isPlaying = explorer.isPlaying.value
  const stop = stopOf(record.position, evaluation)
  const moves = evaluation.play ?? []
  if (!stop && !isPlaying) return null
  let at = record
  const links = moves.map((move) => {
    const { turn, variant } = at.position
    at = recordAfter(at, move)
    return <li><a class={`by-${colorName(turn)}`} href={addressOfRecord(at)}>{formatMove(move, variant.board)}</a></li>
  })
  return (
    <section class="card">
      <div class="explore-heading">
        <h2>{say('line')}</h2>
        {(moves.length > 0 || isPlaying) && (
          <Button class="button" onClick={() => explorer.togglePlaying()}>{say(isPlaying ? 'stop' : 'play')}</Button>
        )}
      </div>
      {links.length > 0 && <ol class="explore-line">{links}</ol>}
      <p class="note line-stop">{stop && describeStop(stop, say)}</p>
    </section>
  )
}
