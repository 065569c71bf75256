/** A socket whose other end is the test. */
import type { Wire } from '../../../src/online/connection'

export class FakeWire implements Wire {
  readonly sent: string[] = []
  isClosed = false
  private readonly reactions: Record<string, ((event: { data: unknown }) => void)[]> = {}

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.isClosed = true
  }

  addEventListener(type: string, react: (event: { data: unknown }) => void): void {
    ;(this.reactions[type] ??= []).push(react)
  }

  happen(type: string, data: unknown = undefined): void {
    for (const react of this.reactions[type] ?? []) react({ data })
  }

  say(message: unknown): void {
    this.happen('message', JSON.stringify(message))
  }

  /** Opens it, with a first message. */
  accept(message: unknown): void {
    this.happen('open')
    this.say(message)
  }
}
