import { describe, expect, test } from 'vitest'
import { listGames } from '../../../src/files/game-list'
import { describeFault } from '../../../src/ui/faults'
import { ENGLISH, JAPANESE } from '../speeches'

const TEXT = `[White "Ada"]
[Black "Bo"]
[Date "2024.03.01"]
[Result "1-0"]

1. d6 f4 1-0

[Event "Cup"]
[Date "2023.??.??"]

1. d6 d6 *

[Event "?"]
[Site "PlayOK"]
[White "cy"]

1. 5 8 2. 20 0-1
`

describe('the games of a text', () => {
  test('are listed with their players, dates, results and lengths', () => {
    const games = [...listGames(TEXT)]
    expect(games).toMatchObject([
      { players: 'Ada – Bo', event: '', date: '2024-03-01', result: '1-0', moves: 2, fault: null },
      { players: '? – ?', event: 'Cup', date: '2023' },
      { players: 'cy – ?', event: '', date: '', result: '0-1', moves: 3, fault: null },
    ])
    expect(games[1].fault && describeFault(games[1].fault, ENGLISH)).toContain('Black’s move 1, “d6”, is not legal')
    expect(games[1].fault && describeFault(games[1].fault, JAPANESE)).toContain('1手目')
    expect([...listGames(games[2].text)]).toEqual([games[2]])
  })

  test('a FEN has none', () => {
    expect([...listGames(' ***O*@**/O@O*@*O@/**@*O*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1')]).toEqual([])
    expect([...listGames(' ')]).toEqual([])
  })

  test('are read only when needed', () => {
    const games = listGames(TEXT.repeat(20_000))
    expect(games.next().value).toMatchObject({ players: 'Ada – Bo' })
  })
})
