import { expect, test } from 'vitest'
import type { Texts } from '../../../../src/app/shared/i18n'
import { TEXTS as LEARN } from '../../../../src/app/learn/learn-texts'
import { TEXTS as LOBBY } from '../../../../src/app/people/lobby/lobby-texts'
import { TEXTS as PLAY } from '../../../../src/app/play/play-texts'

const FILES = import.meta.glob<{ TEXTS: Texts }>('../../../../src/**/*-texts.ts', { eager: true })

test.each(Object.entries(FILES))('%s speaks of moves, not of plies', (_, { TEXTS }) => {
  const said = Object.values(TEXTS).map(([, english]) => english.replace(/\{\w+\}/g, ''))
  expect(said.filter((text) => /\bpl(y|ies)\b/i.test(text))).toEqual([])
})

test('every page with ratings says what the numbers mean, in the same words', () => {
  expect(PLAY.scale).toBe(LOBBY.scale)
  expect(PLAY.scale).toBe(LEARN.scale)
  expect(PLAY.scale[1]).toContain('a beginner about 620, a club player 750, a master 790')
})
