/** Texts of the board in notebooks, as [Japanese, English]. */
export const TEXTS = {
  turn: ['{side}の手番です。', '{side} to move.'],
  'won.too few men': ['{side}の勝ち：相手の駒が2個になりました。', '{side} wins: the opponent has two men left.'],
  'won.blocked': ['{side}の勝ち：相手はどの駒も動かせません。', '{side} wins: the opponent cannot move.'],
  'drawn.full board': ['引き分け：盤がすべて埋まりました。', 'Draw: the board is full.'],
  'drawn.repetition': ['引き分け：同じ局面が3回現れました。', 'Draw: the position has occurred three times.'],
  'drawn.no removal for too long': ['引き分け：駒を取らない手が続きました。', 'Draw: no man has been captured for too long.'],
  hands: ['手駒: 白{white}、黒{black}。', 'In hand: White {white}, Black {black}.'],
  first: ['最初の局面', 'First position'],
  back: ['一手戻す', 'Back'],
  next: ['一手進める', 'Forward'],
  values: ['評価', 'Values'],
} as const
