/**
 * Server-sent events, read from a response, so that aborting the request ends them.
 *
 * The browser's `EventSource` takes no `AbortSignal` and hides why a server refuses, and a parser
 * from npm would be longer than these few lines.
 */

export interface ServerEvent {
  readonly type: string
  readonly data: string
}

/** The events of a response as they arrive. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      text += decoder.decode(value, { stream: !done })
      const blocks = text.split(/\r?\n\r?\n/)
      text = done ? '' : (blocks.pop() ?? '')
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
      if (done) return
    }
  } finally {
    // Leaving the loop ends the request, unless it was aborted already.
    await reader.cancel().catch(() => undefined)
  }
}

/** One event, or null if the block has no data, such as a comment that keeps the connection open. */
export function parseEvent(block: string): ServerEvent | null {
  let type = 'message'
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') type = value
    if (field === 'data') data.push(value)
  }
  return data.length ? { type, data: data.join('\n') } : null
}
