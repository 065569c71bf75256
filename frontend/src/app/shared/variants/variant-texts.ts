/** Names of the variants, and their rules in words. */
import type { VariantName } from '../../../rules/variants'
import type { Text } from '../../../bilingual'

/** The names; game files have the English ones with a plain apostrophe. */
export const NAMES: Readonly<Record<VariantName, Text>> = {
  three: ['スリー・メンズ・モリス', 'Three Men’s Morris'],
  five: ['ファイブ・メンズ・モリス', 'Five Men’s Morris'],
  six: ['シックス・メンズ・モリス', 'Six Men’s Morris'],
  nine: ['ナイン・メンズ・モリス', 'Nine Men’s Morris'],
  ten: ['テン・メンズ・モリス', 'Ten Men’s Morris'],
  eleven: ['イレブン・メンズ・モリス', 'Eleven Men’s Morris'],
  twelve: ['トゥエルブ・メンズ・モリス（モラバラバ）', 'Twelve Men’s Morris (Morabaraba)'],
  lasker: ['ラスカー・モリス', 'Lasker Morris'],
}

/** Rules that may differ, one sentence each. */
export const TEXTS = {
  game: ['ゲーム', 'Game'],
  men: ['盤は{points}点、駒は{men}個ずつです。', 'The board has {points} points, and each side has {men} men.'],
  diagonals: ['斜めの線でも、駒を動かしたりミルを作ったりできます。', 'Men move and form mills along the diagonals too.'],
  edges: [
    '四角どうしをつなぐ短い線でも動けますが、ミルになるのは四角の辺だけです。',
    'Men move between the squares, but mills are made on the sides of the squares only.',
  ],
  'flying.never': ['駒が3個になっても飛べません。', 'Men never fly, not even the last three.'],
  'flying.three-on-board': [
    '駒を置き終えて残り3個になると、空いている点ならどこへでも飛べます。',
    'With three men left and none in hand, a side may fly to any empty point.',
  ],
  'flying.three-in-all': [
    '盤上と手駒を合わせて3個になると、空いている点ならどこへでも飛べます。',
    'With three men left, on the board and in hand, a side may fly to any empty point.',
  ],
  'placing.first': ['全部の駒を置いてから動かします。', 'Men move once all are placed.'],
  'placing.any-turn': [
    '毎手、手駒を置くか、盤上の駒を動かすかを選べます。',
    'On every turn you may place a man or move one.',
  ],
  'fullBoard.draw': ['盤がすべて埋まれば引き分けです。', 'A full board is a draw.'],
  'fullBoard.loss': ['動かせなくなった側の負けです。', 'A side that cannot move loses.'],
} as const satisfies Readonly<Record<string, Text>>
