/** Does something once the browser has nothing else to do; returns how to cancel it. */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(act)
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(act) // Safari up to version 18
  return () => clearTimeout(timer)
}

export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve)
  })
}
