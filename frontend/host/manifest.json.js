// The games of this host, as `merels mod` would enter them.
window.MINIEXP_MANIFEST = [
  {
    id: 'nine_mens_morris',
    name: 'ナイン・メンズ・モリス',
    entry: '../../src/merels/mod/nine_mens_morris.js',
    version: '0.1.0',
    description: '配置+1 / ミル+15 / 勝利ボーナス',
    category: 'ボード',
  },
]
