import { expect, test } from 'vitest'
import { tidings } from '../../../../../src/app/people/game/tidings'
import { TEXTS } from '../../../../../src/app/people/game/online-texts'
import { TEXTS as PEOPLE_TEXTS } from '../../../../../src/app/people/people-texts'
import { createSay } from '../../../../../src/app/shared/i18n'
import type { Language } from '../../../../../src/bilingual'
import { gameSay } from '../../../../../src/game/game-texts'
import { gameDocument } from '../documents'

/** The news when somebody takes the open seat. */
function newsOfJoining(name: string | null, language: Language): string[] {
  const words = { say: createSay(TEXTS, language), shared: createSay(PEOPLE_TEXTS, language), ofBoard: gameSay(language) }
  const { black } = gameDocument()
  const open = gameDocument({ state: 'open', black: null })
  return tidings(open, gameDocument({ black: black && { ...black, name } }), words)
}

test('an opponent who joins is named', () => {
  expect(newsOfJoining('Bo', 'en')).toEqual(['Bo has joined.', 'Your turn'])
  expect(newsOfJoining('Bo', 'ja')).toEqual(['Boさんが参加しました。', 'あなたの手番です'])
})

test('one without a name is the opponent', () => {
  expect(newsOfJoining(null, 'en')).toEqual(['Your opponent has joined.', 'Your turn'])
  expect(newsOfJoining(null, 'ja')).toEqual(['対戦相手が参加しました。', 'あなたの手番です'])
})
