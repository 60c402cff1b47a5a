import { describe, expect, it } from 'vitest'
import { getKeyName, nextTalk, silent, type Talk, type TalkEvent, type TalkKeys } from './talk-keys.ts'

const free: TalkKeys = { inputModel: 'speak-freely', speakFreelyKeyName: 'M', pushToSpeakKeyName: 'F12' }
const push: TalkKeys = { ...free, inputModel: 'push-to-speak' }
const down = (key: string, more: Partial<Extract<TalkEvent, { type: 'down' }>> = {}): TalkEvent => ({
  ...{ type: 'down', key, repeat: false, modified: false, writing: false, ...more },
})
const up = (key: string): TalkEvent => ({ type: 'up', key })
const play = (keys: TalkKeys, ...events: TalkEvent[]): Talk =>
  events.reduce((talk, event) => nextTalk(talk, event, keys), silent)

describe('the keys of the microphone', () => {
  it('M opens and closes it, holding M does so once', () => {
    expect(play(free, down('M')).on).toBe(true)
    expect(play(free, down('M'), down('M', { repeat: true }), up('M')).on).toBe(true)
    expect(play(free, down('M'), up('M'), down('M')).on).toBe(false)
    expect(play(free, down('F12')).on).toBe(false)
  })

  it('F12 opens it for as long as it is held, and M does nothing then', () => {
    expect(play(push, down('F12'))).toEqual({ on: true, held: 'F12' })
    expect(play(push, down('F12'), down('F12', { repeat: true })).on).toBe(true)
    expect(play(push, down('F12'), up('F12'))).toEqual(silent)
    expect(play(push, down('M')).on).toBe(false)
  })

  it('lets go when the key goes up in a field, when the page goes to the back, and not for other keys', () => {
    expect(play(push, down('F12'), down('A', { writing: true }), up('F12'))).toEqual(silent)
    expect(play(push, down('F12'), { type: 'release' })).toEqual(silent)
    expect(play(push, down('F12'), up('A')).on).toBe(true)
    expect(play(free, down('M'), { type: 'release' }).on).toBe(true)
  })

  it('does nothing while text is written or a modifier is held', () => {
    for (const keys of [free, push])
      for (const key of ['M', 'F12'])
        for (const more of [{ writing: true }, { modified: true }])
          expect(play(keys, down(key, more))).toEqual(silent)
  })

  it('lets go also when the choice changed while the key was held', () => {
    expect(nextTalk({ on: true, held: 'F12' }, up('F12'), { ...push, pushToSpeakKeyName: 'B' })).toEqual(
      silent,
    )
    expect(nextTalk({ on: true, held: 'F12' }, up('F12'), free)).toEqual(silent)
  })

  it('knows a key by its letter, and by its place where the layout has no Latin letters', () => {
    expect(getKeyName({ key: 'm', code: 'KeyM' })).toBe('M')
    expect(getKeyName({ key: 'ь', code: 'KeyM' })).toBe('M')
    expect(getKeyName({ key: 'F12', code: 'F12' })).toBe('F12')
    expect(getKeyName({ key: ' ', code: 'Space' })).toBe('Space')
  })
})
