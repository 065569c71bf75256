/**
 * Watches what a game does to the page: listeners, timers, frames, observers, workers, network,
 * storage and globals. Loaded before everything else; only calls from the game's own script count, so
 * that neither the host nor a browser driver is mistaken for it.
 *
 * `spies.left()` lists what is still alive, `spies.forbidden` what must never happen, and
 * `spies.blocks` how many milliseconds each of the game's callbacks kept the page busy. Between
 * `spies.hold()` and `spies.release()` the game's timers wait, and with them the computer.
 */
window.spies = (() => {
  const alive = new Map()
  const forbidden = []
  const blocks = []
  const before = new Set(Object.getOwnPropertyNames(window))
  let next = 0

  /** Whether the game's script called the function that asks. */
  function isGame() {
    const frames = new Error('who calls?').stack.split('\n').slice(1)
    return frames.find((frame) => !frame.includes('/spies.js'))?.includes('/nine_mens_morris.js')
  }

  function watch(kind) {
    const id = ++next
    alive.set(id, kind)
    return () => alive.delete(id)
  }

  function timed(kind, callback) {
    return function (...values) {
      const begin = performance.now()
      try {
        return callback.apply(this, values)
      } finally {
        blocks.push({ kind, milliseconds: performance.now() - begin, at: begin })
      }
    }
  }

  // Listeners. A wrapper is remembered so that it can be removed by the original.
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const wrappers = new WeakMap()
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (!isGame() || typeof listener !== 'function') {
      addEventListener.call(this, type, listener, options)
      return
    }
    const wrapper = timed(type, listener)
    const known = wrappers.get(listener) ?? []
    known.push({ target: this, type, wrapper, end: watch(`listener ${type}`) })
    wrappers.set(listener, known)
    addEventListener.call(this, type, wrapper, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const known = wrappers.get(listener) ?? []
    const index = known.findIndex((each) => each.target === this && each.type === type)
    if (index < 0) {
      removeEventListener.call(this, type, listener, options)
      return
    }
    const [{ wrapper, end }] = known.splice(index, 1)
    end()
    removeEventListener.call(this, type, wrapper, options)
  }

  // Timers and frames.
  const ends = new Map()
  let held = null
  function spyTimer(setName, clearName, isOnce) {
    const set = window[setName]
    const clear = window[clearName]
    window[setName] = (callback, ...rest) => {
      if (!isGame()) return set(callback, ...rest)
      const run = timed(setName, callback)
      const fire = (...values) => {
        if (held && setName === 'setTimeout') {
          held.set(id, () => fire(...values))
          return
        }
        if (isOnce) ends.get(`${setName}${id}`)?.()
        run(...values)
      }
      const id = set(fire, ...rest)
      ends.set(`${setName}${id}`, watch(setName))
      return id
    }
    window[clearName] = (id) => {
      ends.get(`${setName}${id}`)?.()
      if (setName === 'setTimeout') held?.delete(id)
      clear(id)
    }
  }
  spyTimer('setTimeout', 'clearTimeout', true)
  spyTimer('setInterval', 'clearInterval', false)
  spyTimer('requestAnimationFrame', 'cancelAnimationFrame', true)

  // Observers and workers, which must be told to end.
  for (const [name, method] of [
    ['ResizeObserver', 'disconnect'],
    ['MutationObserver', 'disconnect'],
    ['IntersectionObserver', 'disconnect'],
    ['Worker', 'terminate'],
  ]) {
    const Original = window[name]
    window[name] = class extends Original {
      constructor(...values) {
        super(...values)
        if (isGame()) this.endOfSpy = watch(name)
      }
      [method]() {
        this.endOfSpy?.()
        super[method]()
      }
    }
  }

  // Never: network, and storage under a name that is not the game's own.
  function forbid(owner, name) {
    const original = owner[name]
    owner[name] = function (...values) {
      if (isGame()) forbidden.push(`${name} ${values[0]}`)
      return original.apply(this, values)
    }
  }
  forbid(window, 'fetch')
  forbid(window, 'open')
  forbid(XMLHttpRequest.prototype, 'open')
  forbid(Navigator.prototype, 'sendBeacon')
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (key, value) {
    if (isGame() && !key.startsWith('mini_nine_mens_morris_')) forbidden.push(`setItem ${key}`)
    setItem.call(this, key, value)
  }

  return {
    forbidden,
    blocks,
    hold() {
      held ??= new Map()
    },
    release() {
      const calls = [...(held?.values() ?? [])]
      held = null
      for (const call of calls) call()
    },
    left: () => [...alive.values()],
    newGlobals: () => Object.getOwnPropertyNames(window).filter((name) => !before.has(name)),
  }
})()
