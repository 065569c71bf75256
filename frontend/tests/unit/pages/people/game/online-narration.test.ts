import { expect, test } from 'vitest'
import { describeNews, wordsOf } from '../../../../../src/pages/people/game/online-narration'
import { gameDocument } from '../../../online/documents'
import type { Speech } from '../../../../../src/texts/texts'
import { ENGLISH, JAPANESE } from '../../../speeches'

/** The news when somebody takes the open seat. */
function newsOfJoining(name: string | null, speech: Speech): string[] {
  const words = wordsOf(speech)
  const { black } = gameDocument()
  const open = gameDocument({ state: 'open', black: null })
  return describeNews(open, gameDocument({ black: black && { ...black, name } }), words)
}

test('an opponent who joins is named', () => {
  expect(newsOfJoining('Bo', ENGLISH)).toEqual(['Bo has joined.', 'Your turn'])
  expect(newsOfJoining('Bo', JAPANESE)).toEqual(['Boさんが参加しました。', 'あなたの手番です'])
})

test('one without a name is the opponent', () => {
  expect(newsOfJoining(null, ENGLISH)).toEqual(['Your opponent has joined.', 'Your turn'])
  expect(newsOfJoining(null, JAPANESE)).toEqual(['対戦相手が参加しました。', 'あなたの手番です'])
})
