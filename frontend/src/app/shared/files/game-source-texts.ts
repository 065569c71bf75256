/** Texts of loading games, as [Japanese, English]. */
import type { Texts } from '../i18n'

export const TEXTS = {
  help: ['PGN か FEN を貼り付けるか、ファイルを選んでください。', 'Paste a PGN or FEN, or choose a file.'],
  file: ['ファイル', 'File'],
  shown: ['{name}（長いので表示しません）', '{name} (too long to show)'],
  tooLarge: ['{name} は大きすぎます。{most} MB までのファイルを選んでください。', '{name} is too large; choose a file of up to {most} MB.'],
  games: ['{count}局あります。読み込む対局を選んでください:', '{count} games found. Choose one:'],
  first: ['最初の{count}局です。読み込む対局を選んでください:', 'The first {count} games. Choose one:'],
  more: ['さらに表示', 'Show more games'],
  unfinished: ['途中', 'unfinished'],
  move: ['{count}\u2060手', '{count}\u00a0move'],
  moves: ['{count}\u2060手', '{count}\u00a0moves'],
  fault: ['読み込めません: {why}', 'Cannot be loaded: {why}'],
} as const satisfies Texts

export type Key = keyof typeof TEXTS
