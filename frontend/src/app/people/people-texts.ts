/** Texts about games with people that several pages need, as [Japanese, English]. */
import { TEXTS as PLAY_TEXTS } from '../play/play-texts'
import { COPYING } from '../shared/copying'
import type { Texts } from '../shared/i18n'

export const TEXTS = {
  'clock.none': ['時間無制限', 'No clock'],
  'clock.time': ['{minutes}分+{increment}秒', '{minutes}+{increment}'],
  'clock.seconds': ['{seconds}秒+{increment}秒', '{seconds} s + {increment}'],
  'clock.day': ['1手1日', '1 day per move'],
  'clock.days': ['1手{days}日', '{days} days per move'],
  rated: ['レート戦', 'Rated'],
  casual: ['レートなし', 'Casual'],
  you: ['あなた', 'You'],
  anonymous: ['名無しさん', 'Anonymous'],
  computer: ['コンピューター・{level}', 'Computer · {level}'],
  computerOnly: ['コンピューター', 'Computer'],
  'level.easy': PLAY_TEXTS['level.easy'],
  'level.normal': PLAY_TEXTS['level.normal'],
  'level.hard': PLAY_TEXTS['level.hard'],
  'level.expert': PLAY_TEXTS['level.expert'],
  'level.perfect': PLAY_TEXTS['level.perfect'],
  nobody: ['対戦相手', 'Opponent'],
  seat: ['{name}（{rating}）', '{name} ({rating})'],
  link: ['リンク', 'Link'],
  linkHere: [
    'このリンクは、このコンピューターでしか開けません。ほかの端末で開くには、サーバーを merels serve --host 0.0.0.0 で起動し、表示されたアドレスを開いてください。',
    'This link works on this computer only. For other devices, start merels serve --host 0.0.0.0 and open the address it prints.',
  ],
  copy: ['コピー', 'Copy'],
  ...COPYING,
  share: ['送る', 'Share'],
  qr: ['リンクの QR コード', 'QR code of the link'],
  again: ['再試行', 'Try again'],
  unreachable: [
    'サーバーに接続できません。つながり次第、自動で再開します。',
    'The server is unreachable. This page continues as soon as it is back.',
  ],
  refused: ['サーバーが受け付けませんでした: {message}', 'The server refused: {message}'],
  off: ['このサーバーでは人と対局できません', 'Playing with people is off on this server'],
  toPeople: ['対人戦のページへ', 'Go to People'],
  'result.won': ['勝ち', 'Won'],
  'result.lost': ['負け', 'Lost'],
  'result.drawn': ['引き分け', 'Drawn'],
  'result.none': ['無効', 'No result'],
} as const satisfies Texts

export type PeopleKey = keyof typeof TEXTS
