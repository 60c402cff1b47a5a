import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { JoinChime } from './join-chime.ts'

function setUp(...present: readonly string[]) {
  const clock = fakeClock(0)
  const played: string[] = []
  const chime = new JoinChime(clock, (isJoin) => played.push(isJoin ? 'joined' : 'left'))
  chime.setPeople(new Set(present))
  return { clock, played, chime, set: (...uids: readonly string[]) => chime.setPeople(new Set(uids)) }
}

describe('the chime of a voice room', () => {
  it('announces who joins and who leaves, and nobody who was there before', () => {
    const { clock, played, set } = setUp('ada', 'bo')
    expect(played).toEqual([])
    set('ada', 'bo', 'cy')
    expect(played).toEqual(['joined'])
    set('ada', 'cy')
    clock.pass(6_000)
    expect(played).toEqual(['joined', 'left'])
    set('ada', 'bo', 'cy')
    expect(played).toEqual(['joined', 'left', 'joined'])
  })

  it('is silent for somebody who reconnects again and again', () => {
    const { clock, played, set } = setUp('ada', 'bo')
    for (let round = 0; round < 20; round += 1) {
      set('ada')
      clock.pass(5_999)
      set('ada', 'bo')
      clock.pass(20_000)
    }
    expect(played).toEqual([])
  })

  it('is silent after leaving, and for those who are there when one joins again', () => {
    const { clock, played, chime, set } = setUp('ada', 'bo')
    set('ada')
    chime.stop()
    clock.pass(60_000)
    set('ada', 'cy')
    expect(played).toEqual([])
  })
})
