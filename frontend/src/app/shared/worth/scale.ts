/** The scale of ratings in words: levels, players and puzzles are all on the same one. */
import { fillIn } from '../../../bilingual'
import type { Text } from '../../../bilingual'
import { PEOPLE, strengthOf } from './people'

const STRENGTHS = Object.fromEntries(PEOPLE.map((person) => [person, Math.round(strengthOf(person) / 10) * 10]))

const TEXT = [
  '数字の目安：「やさしい」は300、初級者は約{beginner}、中級者は約{club}、上級者は約{master}、「パーフェクト」は約1500。100上回ると、平均64%の得点を見込めます。',
  'What the numbers mean: Easy is 300, a beginner about {beginner}, a club player {club}, a master {master}, Perfect 1500. A player 100 ahead scores 64% on average.',
] as const

/** What the numbers mean, for the texts of every page with ratings. */
export const SCALE: Text = [fillIn(TEXT, 'ja', STRENGTHS), fillIn(TEXT, 'en', STRENGTHS)]
