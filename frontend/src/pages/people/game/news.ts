/** What is new in a document, in words for screen readers; moves are told by the board. */
import { otherName } from '../../../online/documents'
import type { GameDocument } from '../../../generated/api'
import { declinedOf, describeJoining, describeSaying, describeTurn, offersOf, resultOf } from './online-narration'
import type { Words } from './online-narration'

/** The news between two documents of a game, each a sentence. */
export function describeNews(before: GameDocument, game: GameDocument, words: Words): string[] {
  const { say } = words
  const news: string[] = []
  if (before.state === 'open' && game.state === 'running') {
    if (before.you && game.you) news.push(describeJoining(game[otherName(game.you)]?.name, words))
    news.push(describeTurn(game, words))
  }
  const last = before.says.at(-1)?.seq ?? 0
  for (const each of game.says) if (each.seq > last && each.color !== game.you) news.push(describeSaying(each, game, words))
  for (const { what, isOwn } of offersOf(game)) {
    if (!isOwn && before.offers[what] === null) news.push(say(`offer.${what}`))
  }
  for (const what of declinedOf(game)) if (before.declined[what] !== game.you) news.push(say(`declined.${what}`))
  const result = before.outcome ? null : resultOf(game, words)
  if (result) news.push(result.title + say('stop') + result.reason, result.rating)
  return news.filter(Boolean)
}
