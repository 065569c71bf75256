import { expect, test } from 'vitest'
import { isLoopback } from '../../../../../src/pages/people/shared/share-link'

test.each(['http://127.0.0.1:24016/game/x', 'http://localhost:24016/people#secret=x', 'http://[::1]/game/x', 'http://127.1/game/x'])(
  '%s leads nowhere on other devices',
  (link) => expect(isLoopback(link)).toBe(true),
)

test.each(['http://192.168.0.12:24016/game/x', 'https://merels.example/game/x', 'https://localhost.example/', 'http://127.0.0.1.example/'])(
  '%s can be sent',
  (link) => expect(isLoopback(link)).toBe(false),
)
