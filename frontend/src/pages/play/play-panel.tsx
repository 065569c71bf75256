/** The panel beside the board: whose turn it is, what to do, buttons, moves, options. */
import type { VNode } from 'preact'
import { HERE, canTakeBack, matchOutcome, needsServer, recordAt, variantOf } from '../../core/match/match'
import { offers } from '../../core/rules/features'
import { formatMove } from '../../core/rules/position'
import { addressOfRecord } from '../../shell/services/addresses'
import { Button, Command, Prose, VariantMenu } from '../../ui/components'
import { PassButton } from '../../ui/game-screen'
import type { Icon } from '../../ui/icons'
import { describeHint, describeTrouble, describeTurn } from '../../ui/match-narration'
import { MoveList } from '../../ui/moves'
import { describeRules } from '../../ui/variant-words'
import { usePage, useSay } from '../../ui/view'
import type { PlayGame } from './play-game'
import { OPTIONS } from './play-options'

interface GameProps {
  readonly game: PlayGame
}

export function PlayPanel({ game }: GameProps): VNode {
  const say = useSay('play')
  const { match, ply, options: { value: options } } = game
  return (
    <section class="panel card">
      <VariantMenu variant={variantOf(match)} choose={(variant) => game.chooseVariant(variant)} />
      <Status game={game} />
      <Introduction game={game} />
      <Feedback game={game} />
      <Commands game={game} />
      <section class="moves-box">
        <MoveList game={game} glyphs={glyphsOf(game)} />
        <a class="explore-link" href={addressOfRecord(recordAt(match, ply))}>{say('explorePosition')}</a>
      </section>
      <fieldset class="field options">
        <legend>{say('options')}</legend>
        {OPTIONS.map((option) => (
          <label class="check">
            <input
              type="checkbox"
              data-option={option}
              checked={options[option]}
              onChange={({ currentTarget }) => game.setOption(option, currentTarget.checked)}
            />
            <span>{say(`option.${option}`)}</span>
          </label>
        ))}
      </fieldset>
    </section>
  )
}

/** Whose turn it is, and what to do. */
function Status({ game }: GameProps): VNode {
  const say = useSay('play')
  const ofBoard = useSay('board')
  const { match, total, viewed: { value: viewed } } = game
  if (viewed !== null) {
    const move = viewed ? formatMove(match.session.moves[viewed - 1], variantOf(match).board) : ''
    return (
      <div class="turn-box">
        <h2>{say('viewing', { ply: viewed, total })}</h2>
        <p class="hint"><Prose text={move} /></p>
      </div>
    )
  }
  const wrong = game.wrong.value?.() ?? null
  const doing = game.trouble.value ? say('stuck') : describeHint(match, say, ofBoard)
  return (
    <div class="turn-box">
      <h2>{describeTurn(match, say)}</h2>
      <p class={wrong === null ? 'hint' : 'hint is-wrong'}>
        <Prose text={game.isSearching ? say('searching') : (wrong ?? doing)} />
      </p>
      <PassButton game={game} />
    </div>
  )
}

/** What the variant is about; it disappears with the first move. */
function Introduction({ game }: GameProps): VNode {
  const { speech } = usePage()
  const say = useSay('play')
  const variant = variantOf(game.match)
  const isTaught = offers(variant, 'lessons')
  return (
    <p class="intro">
      <span>{isTaught ? say('intro') : describeRules(variant, speech).join(say('gap'))}</span>
      <a href={isTaught ? './learn' : `./learn#${variant.name}`}>{say(isTaught ? 'introLink' : 'introRules')}</a>
    </p>
  )
}

/** Why the computer does not reply, or what the coach says. */
function Feedback({ game }: GameProps): VNode | null {
  const say = useSay('play')
  const { speech: { language } } = usePage()
  const { trouble: { value: trouble }, viewed: { value: viewed }, options: { value: { teach } } } = game
  if (trouble && viewed === null) return <Trouble game={game} {...trouble} />
  const mark = viewed === null ? undefined : game.match.marks.get(viewed)
  const note = viewed === null && teach ? (game.coach.value?.note ?? null) : null
  const said = mark?.language === language ? mark.text : note?.text
  const text = said ?? (teach ? say('teachHelp') : '')
  if (!text) return null
  return <div class={`verdict is-${note?.tone ?? 'plain'}${teach ? ' is-kept' : ''}`}><p>{text}</p></div>
}

/** Offers to play on against a level that needs less, and to try again unless that happens by itself. */
function Trouble({ game, error, isWaiting }: GameProps & { readonly error: unknown; readonly isWaiting: boolean }): VNode {
  const say = useSay('play')
  const { match } = game
  const { setup } = match
  const isPerfect = needsServer(setup.opponent) && offers(variantOf(match), 'engine')
  const opponent = isPerfect ? 'expert' : HERE // Expert's engine may not have loaded
  return (
    <div class="verdict is-bad">
      <p>{describeTrouble(error, match, say)}</p>
      <div class="row">
        {!isWaiting && <Button class="button" onClick={() => game.goOn(setup)}>{say('again')}</Button>}
        <Button class="button" onClick={() => game.goOn({ ...setup, opponent, isAdaptive: false })}>
          {say('playInstead', { level: say(`level.${opponent}`) })}
        </Button>
      </div>
    </div>
  )
}

/** The buttons of the game; while an earlier position is looked at, others are in their place, so that nothing moves. */
function Commands({ game }: GameProps): VNode {
  const say = useSay('play')
  const open = (dialog: 'resign' | 'newGame' | 'files'): void => {
    game.dialog.value = dialog
  }
  const { match, total } = game
  const command = (name: Parameters<typeof say>[0], icon: Icon, isEnabled: boolean, act: () => void): VNode => (
    <Command name={name} icon={icon} text={say(name)} disabled={!isEnabled} act={act} />
  )
  return (
    <>
      {game.viewed.value === null ? (
        <div class="commands" key="game">
          {command('undo', 'undo', canTakeBack(match), () => game.undo())}
          {command('redo', 'redo', match.undone.length > 0, () => game.redo())}
          {command('hint', 'hint', game.isOpen && !game.isSearching, () => game.suggest())}
          {command('resign', 'flag', total > 0 && !matchOutcome(match), () => open('resign'))}
        </div>
      ) : (
        <div class="commands instead" key="instead">
          <Button class="button" onClick={() => game.look(total)}>{say('back')}</Button>
          <Button class="button" onClick={() => game.playFromHere()}>{say('fromHere')}</Button>
        </div>
      )}
      <div class="commands more">
        {command('newGame', 'plus', true, () => open('newGame'))}
        {command('files', 'file', true, () => open('files'))}
        {command('review', '/review', total > 0, () => game.review())}
      </div>
    </>
  )
}

/** Glyphs of bad moves by ply, from 1. */
function glyphsOf({ match, coach }: PlayGame): ReadonlyMap<number, string> {
  void coach.value?.note // which comes with a mark
  return new Map([...match.marks].map(([ply, { glyph }]) => [ply, glyph]))
}
