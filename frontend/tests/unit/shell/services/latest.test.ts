import { expect, test } from 'vitest'
import { Latest } from '../../../../src/shell/services/latest'

/** A task that ends when the test says so. */
function task(): { run: () => Promise<string>; end: (answer: string) => void; fail: (error: Error) => void } {
  let end: (answer: string) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const answer = new Promise<string>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { run: () => answer, end, fail }
}

test('only the latest run is heard', async () => {
  const heard: unknown[] = []
  const latest = new Latest()
  const signals: AbortSignal[] = []
  const [first, second] = [task(), task()]
  for (const each of [first, second]) {
    const run = (signal: AbortSignal): Promise<string> => {
      signals.push(signal)
      return each.run()
    }
    latest.run(run, (answer) => heard.push(answer), (error) => heard.push(error))
  }
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  first.end('first')
  second.end('second')
  await Promise.all([first.run(), second.run()])
  expect(heard).toEqual(['second'])
  expect(latest.isBusy).toBe(false)
})

test('a run that is stopped is not heard, not even if it fails', async () => {
  const heard: unknown[] = []
  const latest = new Latest()
  const { run, fail } = task()
  latest.run(run, (answer) => heard.push(answer), (error) => heard.push(error))
  expect(latest.isBusy).toBe(true)
  latest.stop()
  fail(new Error('too late'))
  await run().catch(() => undefined)
  expect(heard).toEqual([])
})
