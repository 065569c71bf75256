/**
 * The board as a widget: click to play by the rules, step through moves, values on the points.
 *
 * In notebooks anywidget calls `render` with the model that the Python class shares. A page of the
 * documentation calls `embed` with plain values.
 */
import './widget.css'
import { Announcer } from '../board/accessibility'
import { Board } from '../board/board'
import { Listeners, addElement } from '../board/dom'
import { sceneOf } from '../ui/game/scene'
import { describeEvents, describePoint } from '../ui/game/narration'
import { act, isActive, isMovable, lastPosition, playMove, withdraw } from '../core/session/session'
import type { GameEvent, Session } from '../core/session/session'
import { badgesFor } from '../ui/rating-marks'
import { rateMoves } from '../values/ratings'
import type { ProbeDocument } from '../generated/api'
import { annotations } from '../board/overlay'
import { SKINS } from '../board/skins'
import { parseAlgebraic, parseFen } from '../core/rules/notation'
import { colorName, isSame } from '../core/rules/position'
import { variantNamed } from '../core/rules/variants'
import type { Point } from '../core/rules/geometry'
import { Bar } from './bar'
import type { Step } from './bar'
import { assignSides, beyond, movesOf, nextOf, sessionOf } from './model'
import type { Model, State, Values } from './model'
import { board as englishBoard, widget as english } from '../texts/en'
import { board as japaneseBoard, widget as japanese } from '../texts/ja'
import { createSay, preferredLanguage } from '../texts/texts'
import type { Spoken } from '../texts/texts'

const WATCHED = ['variant', 'start', 'moves', 'line', 'values', 'sides', 'drawn', 'theme', 'size'] as const

/** Notebooks keep a copy of this script each, so it has two languages only. */
const ENGLISH: Spoken<'board' | 'widget'> = { language: 'en', texts: { board: englishBoard, widget: english } }
const JAPANESE: Spoken<'board' | 'widget'> = { language: 'ja', texts: { board: japaneseBoard, widget: japanese } }

class Widget {
  private readonly speech = preferredLanguage(navigator.languages) === 'ja' ? JAPANESE : ENGLISH
  private readonly sayGame = createSay(this.speech, 'board')
  private readonly listeners = new Listeners((react) => react)
  private readonly element: HTMLElement
  private readonly board: Board
  private readonly bar: Bar
  private readonly announcer: Announcer
  private readonly observer: ResizeObserver
  private session: Session
  private showsValues = true
  private readonly follow = (): void => this.update()

  constructor(
    private readonly model: Model,
    parent: Element,
  ) {
    this.session = sessionOf(model)
    this.element = addElement(parent, 'div', 'merels-widget')
    const { board: geometry } = lastPosition(this.session).variant
    this.board = new Board(this.element, (pointer) => sceneOf(this.session, pointer), (draw) => draw(), geometry)
    this.board.listen(this.listeners, {
      choose: (point) => this.choose(point),
      isActive: (point) => isActive(this.session, point),
      isMovable: (point) => isMovable(this.session, point),
      escape: () => this.escape(),
    })
    this.bar = new Bar(this.element, createSay(this.speech, 'widget'), this.sayGame, this.listeners, {
      step: (where) => this.step(where),
      toggleValues: () => {
        this.showsValues = !this.showsValues
        this.show()
      },
    })
    this.announcer = new Announcer(this.element)
    this.observer = new ResizeObserver(() => this.board.fit(this.board.canvas.clientWidth))
    this.observer.observe(this.board.canvas)
    for (const name of WATCHED) model.on(`change:${name}`, this.follow)
    this.show()
  }

  destroy(): void {
    for (const name of WATCHED) this.model.off(`change:${name}`, this.follow)
    this.observer.disconnect()
    this.listeners.removeAll()
    this.board.destroy()
    this.element.remove()
  }

  private choose(point: Point): void {
    const played = this.session.moves.length
    this.tell(act(this.session, point))
    if (this.session.moves.length > played) this.share(movesOf(this.session))
    else this.show()
  }

  private step(where: Step): void {
    const moves = this.model.get('moves')
    if (where === 'next') {
      const next = nextOf(this.model)
      if (next !== null) this.share([...moves, next])
    } else {
      this.share(where === 'first' ? [] : moves.slice(0, -1))
    }
  }

  /** Changes the moves; whoever embeds the board sees them, and `update` shows them. */
  private share(moves: readonly string[]): void {
    this.model.set('moves', moves)
    if (!beyond(this.model.get('line'), moves)) this.model.set('line', moves)
    this.model.save_changes()
  }

  /** Shows what the model has become: moves that follow those on the board are played there. */
  private update(): void {
    const { model, session } = this
    const moves = model.get('moves')
    const further = this.isSameGame() ? beyond(moves, movesOf(session)) : null
    if (further) {
      const { board } = lastPosition(session).variant
      for (const text of further) this.tell(playMove(session, parseAlgebraic(text, board)))
    } else {
      this.session = sessionOf(model)
      this.board.settle()
      this.board.setGeometry(lastPosition(this.session).variant.board)
    }
    this.show()
  }

  /** Whether the game on the board has the first position of the model. */
  private isSameGame(): boolean {
    const [first] = this.session.positions
    const { variant } = first
    return variantNamed(this.model.get('variant')) === variant && isSame(first, parseFen(this.model.get('start'), variant).position)
  }

  private show(): void {
    const { model, session, sayGame } = this
    assignSides(session, model)
    this.element.style.width = `${model.get('size')}px`
    this.board.setSkin(SKINS[themeOf(model)])
    const values = model.get('values')
    const hasValues = values.ply === session.moves.length && values.moves.length > 0
    const rated = rateMoves(lastPosition(session), probeOf(values), null, 'club').filter(({ value }) => value !== null)
    this.board.overlay = hasValues && this.showsValues ? annotations(badgesFor(session, rated)) : null
    const names = this.board.layout.board.points.map((point) => describePoint(session, point, sayGame, colorName))
    this.board.points.update(sayGame('board'), names, session.selected)
    const isStarted = session.moves.length > 0
    const canGo = { first: isStarted, back: isStarted, next: nextOf(model) !== null }
    this.bar.update(session, { canGo, hasValues, showsValues: this.showsValues, drawn: model.get('drawn') })
    this.board.redraw()
  }

  private tell(events: readonly GameEvent[]): void {
    this.board.animate(events)
    const told = events.filter(({ kind }) => kind !== 'end') // the bar says it
    if (told.length) this.announcer.say(describeEvents(this.session, told, this.sayGame, colorName))
  }

  private escape(): boolean {
    const meant = withdraw(this.session)
    if (meant) this.show()
    return meant
  }
}

function probeOf({ moves }: State['values']): ProbeDocument {
  const documents = moves.map((each) => ({ ...each, fen: '', source: null }))
  return { variant: '', fen: '', source: null, value: null, moves: documents }
}

function themeOf(model: Model): keyof typeof SKINS {
  const theme = model.get('theme')
  if (theme === 'high-contrast') return 'contrast'
  if (theme !== 'auto') return theme
  if (matchMedia('(prefers-contrast: more)').matches) return 'contrast'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Shows a board in `el`; returns a function that removes it. */
export function render({ model, el }: { model: Model; el: Element }): () => void {
  const widget = new Widget(model, el)
  return () => widget.destroy()
}

/** A board on a page without a kernel: its values are known only `along` the line, before each of its moves. */
export interface PageState extends State {
  readonly along: readonly Values['moves'][]
}

/** Shows a board on a page. */
export function embed(el: Element, state: PageState): () => void {
  const values: State = { ...state }
  const listeners = new Map<string, () => void>()
  const changed = new Set<string>()
  const model: Model = {
    get: (key) => values[key],
    set: (key, value) => {
      Object.assign(values, { [key]: value })
      changed.add(key)
    },
    save_changes: () => {
      const ply = values.moves.length
      const isOnLine = beyond(state.line, values.moves) !== null
      model.set('values', { ply, moves: isOnLine ? (state.along[ply] ?? []) : [] })
      const names = [...changed]
      changed.clear()
      for (const name of names) listeners.get(`change:${name}`)?.()
    },
    on: (event, react) => listeners.set(event, react),
    off: (event) => listeners.delete(event),
  }
  return render({ model, el })
}

export default { render }
