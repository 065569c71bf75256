/** Why moves were bad, and how many keep the value; the English reasons are those of game files. */
export const TEXTS = {
  white: ['白', 'White'],
  black: ['黒', 'Black'],
  or: ['か', ' or '],
  and: ['と', ' and '],
  join: ['。', '; '],
  end: ['。', '.'],
  'letGo.only.win': ['勝ちを逃しました（{move} だけが勝ちでした）', 'let the win go: only {move} won'],
  'letGo.some.win': ['勝ちを逃しました（{of}手中{moves}手が勝ちでした）', 'let the win go: {moves} of {of} moves won'],
  'letGo.only.draw': ['引き分けを逃しました（{move} だけが引き分けでした）', 'let the draw go: only {move} held'],
  'letGo.some.draw': [
    '引き分けを逃しました（{of}手中{moves}手が引き分けでした）',
    'let the draw go: {moves} of {of} moves held',
  ],
  'reason.block allowed': ['{enemy}に駒をすべて封じられます', 'let {enemy} block every man'],
  'reason.double mill allowed': ['{any}のダブルミルを許しました', 'allowed a double mill at {any}'],
  'reason.mill allowed': ['{any}で{enemy}にミルを作られます', 'let {enemy} close a mill at {any}'],
  'reason.two mills allowed': [
    '{all}で{enemy}に二つのミルを同時に狙われます',
    'let {enemy} threaten two mills at once, at {all}',
  ],
  'reason.block missed': ['相手の駒をすべて封じる手を逃しました', 'missed blocking every man'],
  'reason.double mill missed': ['{any}のダブルミルを逃しました', 'missed a double mill at {any}'],
  'reason.mill missed': ['{any}のミルを逃しました', 'missed a mill at {any}'],
  'reason.wrong capture': ['取る駒が違いました（{any}を取るべきでした）', 'captured the wrong man: {any} was better'],
  'wins.now': ['{move}: この手で勝ちです。', '{move} wins at once.'],
  wins: ['{move}: 勝ちです。', '{move} wins.'],
  'keeps.forced': ['{move}: ほかに指せる手はありませんでした。', '{move} was the only legal move.'],
  'keeps.only.win': ['{move}: 勝ちを保つ唯一の手です。', '{move} is the only move that keeps the win.'],
  'keeps.some.win': ['{move}: 勝ちを保つ手です（{of}手中{moves}手）。', '{move} keeps the win, as {moves} of {of} moves do.'],
  'keeps.all.win': ['{move}: 勝ちのままです（どの手でも勝ちです）。', '{move} keeps the win, as every move does.'],
  'keeps.only.draw': ['{move}: 引き分けを保つ唯一の手です。', '{move} is the only move that keeps the draw.'],
  'keeps.some.draw': [
    '{move}: 引き分けを保つ手です（{of}手中{moves}手）。',
    '{move} keeps the draw, as {moves} of {of} moves do.',
  ],
  'keeps.all.draw': ['{move}: 引き分けのままです（どの手でも引き分けです）。', '{move} keeps the draw, as every move does.'],
} as const

export type GradingKey = keyof typeof TEXTS
