/** The position as text and pictures: paste a FEN, copy, save, look at it from another side. */
import { addButton, addElement, setText } from '../../../board/dom'
import { NotationError, parseFen } from '../../../rules/notation'
import type { FenRecord } from '../../../rules/notation'
import { addressOf } from '../../api'
import type { PageContext } from '../../page'
import { addressOfRecord, fenOf, START } from '../values/ratings'
import { VIEWS, viewed } from '../values/symmetry'
import type { View } from '../values/symmetry'
import type { Speak } from '../explore-narration'

/** Width of the pictures, in pixels. */
const PICTURE = 720

export interface SharingUser {
  edit(): void
  /** The board as it is drawn. */
  readonly canvas: HTMLCanvasElement
}

export class Sharing {
  readonly element: HTMLElement
  readonly editButton: HTMLButtonElement
  private readonly input: HTMLInputElement
  private readonly message: HTMLElement
  private readonly svg: HTMLAnchorElement
  private readonly views: ReadonlyMap<View, HTMLAnchorElement>
  private record: FenRecord = START

  constructor(
    parent: Element,
    private readonly context: PageContext,
    private readonly say: Speak,
    private readonly user: SharingUser,
  ) {
    this.element = addElement(parent, 'section', 'card explore-sharing')
    addElement(this.element, 'h2').textContent = say('position')
    const form = addElement(this.element, 'form', 'explore-form')
    const label = addElement(form, 'label')
    addElement(label, 'span', 'note').textContent = say('fen')
    this.input = addElement(label, 'input', 'input')
    this.input.spellcheck = false
    this.input.autocomplete = 'off'
    this.input.setAttribute('aria-describedby', 'explore-message')
    const open = addElement(form, 'button', 'button')
    open.textContent = say('open')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.open(this.input.value)
    })
    this.message = addElement(this.element, 'p', 'note explore-message')
    this.message.id = 'explore-message'
    this.message.setAttribute('role', 'status')
    const buttons = addElement(this.element, 'div', 'row')
    this.editButton = addCommand(buttons, say('edit'), () => user.edit())
    addCommand(buttons, say('copyFen'), () => void this.copy(fenOf(this.record)))
    addCommand(buttons, say('copyLink'), () => {
      void this.copy(new URL(addressOfRecord(this.record), location.href).href)
    })
    addCommand(buttons, say('png'), () => this.savePicture())
    this.svg = addElement(buttons, 'a', 'button')
    this.svg.textContent = say('svg')
    this.svg.download = 'merels.svg'
    const group = addElement(this.element, 'div', 'explore-views')
    addElement(group, 'p', 'note').textContent = say('views')
    const links = addElement(group, 'div', 'row')
    this.views = new Map(
      VIEWS.map((view) => {
        const link = addElement(links, 'a', 'button')
        link.textContent = say(`view.${view}`)
        link.dataset.view = view
        return [view, link]
      }),
    )
  }

  /** Speaks of another position. */
  update(record: FenRecord): void {
    this.record = record
    this.input.value = fenOf(record)
    this.complain('')
    const theme = this.context.settings.theme === 'contrast' ? 'high-contrast' : this.context.settings.theme
    this.svg.href = addressOf('/board.svg', { fen: fenOf(record), size: PICTURE, theme })
    for (const [view, link] of this.views) link.href = addressOfRecord(viewed(record, view))
  }

  /** Shows a text that is no position, to be mended. */
  reject(text: string): void {
    this.input.value = text
    this.input.setAttribute('aria-invalid', 'true')
  }

  /** Says what is wrong with a text, beside it. */
  complain(message: string): void {
    setText(this.message, message)
    this.message.classList.toggle('is-wrong', message !== '')
    this.input.setAttribute('aria-invalid', String(message !== ''))
  }

  private open(text: string): void {
    try {
      this.context.navigate(addressOfRecord(parseFen(text)))
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      this.complain(error.say(this.context.language))
      this.input.focus()
    }
  }

  private async copy(text: string): Promise<void> {
    const { say } = this
    let told: string
    try {
      await navigator.clipboard.writeText(text)
      told = say('copied')
    } catch {
      this.input.select() // pages without a secure address may not write there
      told = say('copyFailed')
    }
    this.complain('')
    setText(this.message, told)
  }

  private savePicture(): void {
    this.user.canvas.toBlob((blob) => {
      if (!blob) return
      const link = document.createElement('a')
      link.href = URL.createObjectURL(blob)
      link.download = 'merels.png'
      link.click()
      URL.revokeObjectURL(link.href)
    })
  }
}

function addCommand(parent: Element, text: string, pressed: () => void): HTMLButtonElement {
  const button = addButton(parent, 'button')
  button.textContent = text
  button.addEventListener('click', pressed)
  return button
}
