/** The position as text and pictures: paste or copy a FEN, save a picture, rotate or mirror it. */
import { addElement } from '../../board/dom'
import { NotationError, START, formatFen, parseFen } from '../../core/rules/notation'
import type { FenRecord } from '../../core/rules/notation'
import type { PageContext } from '../../shell/services/page'
import { addressOfRecord, pictureAddress } from '../../shell/services/addresses'
import { wholeAddress } from '../../shell/services/root'
import { VIEWS, viewed } from '../../values/symmetry'
import type { View } from '../../values/symmetry'
import { addAction } from '../../ui/controls'
import { copyText } from '../../ui/copying'
import type { Speak } from './explore-narration'
import { setText } from '../../ui/prose'
import { describeFault } from '../../ui/faults'

/** Width of the pictures, in pixels. */
const PICTURE = 720

export interface SharingUser {
  edit(): void
  /** The canvas of the board. */
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
    this.editButton = addAction(buttons, say('edit'), 'button', () => user.edit())
    addAction(buttons, say('copyFen'), 'button', () => void this.copy(formatFen(this.record)))
    addAction(buttons, say('copyLink'), 'button', () => {
      void this.copy(wholeAddress(addressOfRecord(this.record)))
    })
    addAction(buttons, say('png'), 'button', () => this.savePicture())
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

  /** Shows another position. */
  update(record: FenRecord): void {
    this.record = record
    this.input.value = formatFen(record)
    this.complain('')
    this.svg.href = pictureAddress(formatFen(record), PICTURE, this.context.settings.theme, record.position.variant)
    for (const [view, link] of this.views) {
      const seen = viewed(record, view)
      link.hidden = seen === null
      if (seen) link.href = addressOfRecord(seen)
    }
  }

  /** Shows a text that is not a position, so that it can be corrected. */
  reject(text: string): void {
    this.input.value = text
    this.input.setAttribute('aria-invalid', 'true')
  }

  /** Shows what is wrong with the text. */
  complain(message: string): void {
    setText(this.message, message)
    this.message.classList.toggle('is-wrong', message !== '')
    this.input.setAttribute('aria-invalid', String(message !== ''))
  }

  private open(text: string): void {
    try {
      this.context.navigate(addressOfRecord(parseFen(text, this.record.position.variant)))
    } catch (error) {
      if (!(error instanceof NotationError)) throw error
      this.complain(describeFault(error, this.context.speech))
      this.input.focus()
    }
  }

  private async copy(text: string): Promise<void> {
    const isCopied = await copyText(text, this.input)
    this.complain('')
    setText(this.message, this.say(isCopied ? 'copied' : 'copyFailed'))
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
