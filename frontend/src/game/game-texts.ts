/** Texts of the board and the mini-game. Hosts translate them by these keys, so the keys stay. */
import { fillIn } from '../bilingual'
import type { Language, Params } from '../bilingual'

export const TEXTS = {
  name: ['ナイン・メンズ・モリス', "Nine Men's Morris"],
  description: ['配置+1 / ミル+15 / 勝利ボーナス', 'Placing +1 / mill +15 / win bonus'],

  comma: ['、', ', '],
  board: [
    '盤。矢印キーで線に沿って移動、Enterで決定、Escapeで選択解除。',
    'Board. Arrow keys move along the lines, Enter plays, Escape clears the selection.',
  ],
  'level.EASY': ['やさしい', 'Easy'],
  'level.NORMAL': ['ふつう', 'Normal'],
  'level.HARD': ['むずかしい', 'Hard'],

  you: ['あなた', 'You'],
  computer: ['コンピューター', 'Computer'],
  white: ['白', 'White'],
  black: ['黒', 'Black'],
  'turn.you': ['あなたの手番です', 'Your turn'],
  'turn.computer': ['コンピューターの手番です', "The computer's turn"],
  'turn.over': ['対局終了', 'Game over'],
  'phase.placing': ['配置', 'placing'],
  'phase.moving': ['移動', 'moving'],
  'phase.flying': ['飛行', 'flying'],
  side: ['対局者', 'Side'],
  phase: ['段階', 'Phase'],
  inHand: ['手駒', 'In hand'],
  onBoard: ['盤上', 'On board'],
  captures: ['取った駒', 'Captures'],
  exp: ['EXP', 'EXP'],
  moves: ['棋譜', 'Moves'],
  noMoves: ['まだ指し手はありません', 'No moves yet'],

  undo: ['一手戻す', 'Undo'],
  hint: ['ヒント', 'Hint'],
  swap: ['先後を入れ替えて新規対局', 'New game, swap colours'],
  rematch: ['もう一局', 'Rematch'],
  look: ['盤を見る', 'View board'],

  'hint.place': ['空いている点に駒を置いてください。', 'Place a man on an empty point.'],
  'hint.placeOrMove': [
    '空いている点に駒を置くか、動かす駒を選んでください。',
    'Place a man on an empty point, or choose a man to move.',
  ],
  'hint.select': ['動かす駒を選んでください。', 'Choose a man to move.'],
  'hint.move': ['{point} の駒の移動先（青い点）を選んでください。', 'Choose a blue point for the man on {point}.'],
  'hint.moveOrPlace': [
    '{point} の駒の移動先（青い点）を選ぶか、ほかの空いている点に新しい駒を置いてください。',
    'Choose a blue point for the man on {point}, or place a new man on another empty point.',
  ],
  'hint.flySelect': [
    '駒が残り3個なので、空いている点ならどこへでも飛べます。動かす駒を選んでください。',
    'You have three men left, so they can fly to any empty point. Choose a man.',
  ],
  'hint.fly': ['{point} の駒は、空いている点ならどこへでも飛べます。', 'The man on {point} can fly to any empty point.'],
  'hint.take': ['ミル成立！ 赤い輪の駒を1個取ってください。', 'A mill! Capture one of the men with a red ring.'],
  'hint.wait': ['コンピューターが考えています…', 'The computer is thinking …'],
  'hint.paused': ['一時停止中', 'Paused'],
  'hint.suggestion': ['おすすめ: {move}（緑の輪）', 'Try {move} (green rings).'],
  'hint.searching': ['手を探しています…', 'Looking for a move …'],
  'hint.repeat': [
    '同じ局面はこれで{count}回目です（引き分けにはなりません）。',
    'This position has occurred {count} times. Repetition is not a draw here.',
  ],
  'hint.error': ['エラーが発生しました（{message}）。対局は続けられます。', 'Something went wrong ({message}). You can keep playing.'],

  'wrong.wait': ['コンピューターの手番です。お待ちください。', "It is the computer's turn. Please wait."],
  'wrong.game over': ['対局は終わっています。「もう一局」で再戦できます。', 'The game is over. Press Rematch to play again.'],
  'wrong.take an enemy man': ['先に、赤い輪の相手の駒を1個取ってください。', 'First capture one of the men with a red ring.'],
  'wrong.protected': ['{point} の駒はミルになっているので取れません。', 'The man on {point} is protected by a mill.'],
  'wrong.occupied': ['{point} には駒があります。', '{point} is occupied.'],
  'wrong.enemy man': ['{point} にあるのは相手の駒です。', 'The man on {point} is not yours.'],
  'wrong.choose a man first': ['先に自分の駒を選んでください。', 'Choose one of your men first.'],
  'wrong.blocked man': [
    '{point} の駒は、隣に空いている点がないので動かせません。',
    'The man on {point} is blocked: there is no empty point next to it.',
  ],
  'wrong.not adjacent': [
    '{point} は隣の点ではありません。駒は線に沿って隣の点へ動かします。',
    '{point} is too far away: a man moves one step along a line.',
  ],

  'said.place': ['{who}: {target} に置きました。', '{who}: placed a man on {target}.'],
  'said.move': ['{who}: {origin} から {target} へ動かしました。', '{who}: moved from {origin} to {target}.'],
  'said.fly': ['{who}: {origin} から {target} へ飛びました。', '{who}: flew from {origin} to {target}.'],
  'said.mill': ['ミルができました。', 'Mill.'],
  'said.remove': ['{who}: {point} の駒を取りました。', '{who}: captured the man on {point}.'],
  'said.undone': ['手を戻しました。', 'Move taken back.'],
  'said.newGame': ['新しい対局です。あなたは{color}です。', 'New game. You are {color}.'],

  'end.win': ['あなたの勝ち！', 'You win!'],
  'end.loss': ['あなたの負け', 'You lose'],
  'end.win.too few men': ['コンピューターの駒が2個になりました。', 'The computer has only two men left.'],
  'end.win.blocked': ['コンピューターはどの駒も動かせません。', 'The computer has no legal move.'],
  'end.loss.too few men': ['あなたの駒が2個になりました。', 'You have only two men left.'],
  'end.loss.blocked': ['あなたはどの駒も動かせません。', 'You have no legal move.'],
  'end.draw': ['引き分け', 'Draw'],
  'end.draw.full board': ['盤がすべて埋まりました。', 'The board is full.'],
  'end.score': ['スコア {score}（{own} 対 {enemy}）', 'Score {score} ({own} to {enemy})'],
  'end.exp': ['獲得 EXP {exp}', 'EXP earned: {exp}'],

  'point.empty': ['{point}、空き', '{point}, empty'],
  'point.you': ['{point}、あなたの駒', '{point}, your man'],
  'point.computer': ['{point}、コンピューターの駒', "{point}, the computer's man"],
  'point.white': ['{point}、白の駒', '{point}, white man'],
  'point.black': ['{point}、黒の駒', '{point}, black man'],
  'state.selected': ['選択中', 'selected'],
  'state.target': ['置けます', 'a man can go here'],
  'state.placing': ['新しい駒を置けます', 'a new man can be placed here'],
  'state.takeable': ['取れます', 'can be captured'],
  'state.movable': ['動かせます', 'can move'],
  'state.captured': ['直前に駒が取られた点', 'a man was just captured here'],
  'state.suggested': ['おすすめ', 'suggested'],
} as const

export type GameKey = keyof typeof TEXTS

/** Returns a text in the current language. */
export type GameSay = (key: GameKey, params?: Params) => string

/** A text in the given language. */
export function textIn(language: Language, key: GameKey, params: Params = {}): string {
  return fillIn(TEXTS[key], language, params)
}

/** Returns a function that looks up texts in a fixed language. */
export function gameSay(language: Language): GameSay {
  return (key, params) => textIn(language, key, params)
}
