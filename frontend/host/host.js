/**
 * A small host with the plug-in interface of the mini-game: v0.1 has the bare contract, v0.3 adds
 * localisation, shortcuts, popups and sounds. `window.host` drives it, from the buttons and the
 * tests alike.
 *
 * With `?auto` in the address a game starts at once; `api`, `difficulty`, `locale`, `seed` and
 * `width` (of the panel, in pixels) can be given there too.
 */
window.host = (() => {
  const ENTRY = window.MINIEXP_MANIFEST[0]
  const WORDS = { en: { 'minigame.nine_mens_morris.undo': 'Take back' } }
  const find = document.getElementById.bind(document)
  const container = find('container')
  const asked = new URLSearchParams(location.search)

  const log = { exp: [], popups: [], sounds: [], keys: [], errors: [], registered: [] }
  const disabledKeys = new Set()
  const subscribers = new Set()
  let definition = null
  let runtime = null
  let isPaused = false
  let locale = asked.get('locale') ?? 'ja'
  let api = asked.get('api') ?? '0.3'
  let lastOptions = {}
  /** What `awardXp` answers: everything, nothing, or an exception. */
  let awarding = Number

  window.registerMiniGame = (game) => {
    log.registered.push(Object.keys(game).toSorted().join(' '))
    definition = game
  }

  function load() {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = ENTRY.entry
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => reject(new Error(`cannot load ${ENTRY.entry}`)))
      document.head.append(script)
    })
  }

  function awardXp(amount, meta) {
    log.exp.push({ amount, type: meta?.type })
    report()
    return awarding(amount)
  }

  const localization = {
    t: (key, fallback, params) => {
      const word = WORDS[locale]?.[key] ?? fallback
      return word.replace(/\{(\w+)\}/g, (braces, name) => params?.[name] ?? braces)
    },
    getLocale: () => locale,
    onChange: (changed) => {
      subscribers.add(changed)
      return () => subscribers.delete(changed)
    },
  }

  const shortcuts = {
    disableKey: (key) => {
      log.keys.push(`-${key}`)
      disabledKeys.add(key)
    },
    enableKey: (key) => {
      log.keys.push(`+${key}`)
      disabledKeys.delete(key)
    },
  }

  function popUp(x, y, text) {
    log.popups.push({ x, y, text })
    const popup = document.createElement('div')
    popup.className = 'popup'
    popup.style.left = `${x}px`
    popup.style.top = `${y}px`
    popup.textContent = text
    popup.addEventListener('animationend', () => popup.remove())
    container.append(popup)
  }

  /** Offers what the version of the interface has, and removes what it lacks. */
  function offer() {
    const has = api === '0.3'
    Object.assign(window, {
      showTransientPopupAt: has ? popUp : undefined,
      ensureAudio: has ? () => log.sounds.push('ensure') : undefined,
      playSfx: has ? (name) => log.sounds.push(name) : undefined,
    })
  }

  /** Hosts swallow what a game throws; this one keeps it for the tests. */
  function swallow(action) {
    try {
      return action()
    } catch (error) {
      log.errors.push(String(error))
      return undefined
    } finally {
      report()
    }
  }

  function create(options) {
    offer()
    lastOptions = options
    const difficulty = options.difficulty ?? find('difficulty').value
    const extras = api === '0.3' ? { localization, shortcuts } : {}
    runtime = definition.create(container, awardXp, { ...extras, ...options, difficulty })
    isPaused = true
  }

  function start(options = {}) {
    swallow(() => {
      if (!runtime) create(options)
      runtime.start()
      isPaused = false
    })
  }

  function pause() {
    swallow(() => {
      if (!runtime) return
      if (isPaused) runtime.start()
      else runtime.stop()
      isPaused = !isPaused
    })
  }

  /** Ends the game and returns its score. */
  function quit() {
    return swallow(() => {
      if (!runtime) return undefined
      runtime.stop()
      const score = runtime.getScore()
      runtime.destroy()
      runtime = null
      return score
    })
  }

  function restart() {
    quit()
    start(lastOptions)
  }

  function setLocale(name) {
    locale = name
    for (const changed of subscribers) swallow(changed)
  }

  function report() {
    const exp = log.exp.reduce((sum, { amount }) => sum + amount, 0)
    find('status').textContent = `EXP ${exp} · ${isPaused ? 'paused' : 'running'} · v${api}`
  }

  function bind() {
    find('start').addEventListener('click', () => start())
    find('pause').addEventListener('click', pause)
    find('restart').addEventListener('click', restart)
    find('quit').addEventListener('click', quit)
    find('locale').addEventListener('change', (event) => setLocale(event.target.value))
    find('api').addEventListener('change', (event) => (api = event.target.value))
    document.addEventListener('keydown', (event) => {
      const key = event.key.toLowerCase()
      if (disabledKeys.has(key)) return
      if (key === 'p') pause()
      if (key === 'r') restart()
    })
    if (asked.has('width')) find('panel').style.width = `${asked.get('width')}px`
    if (asked.has('difficulty')) find('difficulty').value = asked.get('difficulty')
    find('api').value = api
    find('locale').value = locale
  }

  bind()
  const loaded = load().then(() => {
    if (asked.has('auto')) start(asked.has('seed') ? { seed: Number(asked.get('seed')) } : {})
    return true
  })

  return {
    log,
    loaded,
    create: (options = {}) => swallow(() => create(options)),
    start,
    pause,
    quit,
    restart,
    setLocale,
    /** Changes what `awardXp` answers. */
    setAwarding: (answer) => (awarding = answer),
    getRuntime: () => runtime,
    getDefinition: () => definition,
    getContainer: () => container,
    subscribers,
  }
})()
