import { describe, expect, it } from 'vitest'
import {
  getKeyName,
  reduceMicKey,
  micOff,
  type MicState,
  type MicKeyEvent,
  type MicKeySettings,
} from './mic-keys.ts'

const free: MicKeySettings = {
  inputModel: 'speak-freely',
  speakFreelyKeyName: 'M',
  pushToSpeakKeyName: 'F12',
}
const push: MicKeySettings = { ...free, inputModel: 'push-to-speak' }
const down = (key: string, more: Partial<Extract<MicKeyEvent, { type: 'down' }>> = {}): MicKeyEvent => ({
  ...{ type: 'down', key, repeat: false, modified: false, isTyping: false, ...more },
})
const up = (key: string): MicKeyEvent => ({ type: 'up', key })
const play = (keys: MicKeySettings, ...events: MicKeyEvent[]): MicState =>
  events.reduce((state, event) => reduceMicKey(state, event, keys), micOff)

describe('microphone keys', () => {
  it('M toggles it, once while M is held', () => {
    expect(play(free, down('M')).on).toBe(true)
    expect(play(free, down('M'), down('M', { repeat: true }), up('M')).on).toBe(true)
    expect(play(free, down('M'), up('M'), down('M')).on).toBe(false)
    expect(play(free, down('F12')).on).toBe(false)
  })

  it('F12 turns it on while held, and M does nothing in that mode', () => {
    expect(play(push, down('F12'))).toEqual({ on: true, heldKey: 'F12' })
    expect(play(push, down('F12'), down('F12', { repeat: true })).on).toBe(true)
    expect(play(push, down('F12'), up('F12'))).toEqual(micOff)
    expect(play(push, down('M')).on).toBe(false)
  })

  it('turns it off when the key is released in a text field or the page loses focus, and not for other keys', () => {
    expect(play(push, down('F12'), down('A', { isTyping: true }), up('F12'))).toEqual(micOff)
    expect(play(push, down('F12'), { type: 'release' })).toEqual(micOff)
    expect(play(push, down('F12'), up('A')).on).toBe(true)
    expect(play(free, down('M'), { type: 'release' }).on).toBe(true)
  })

  it('does nothing while text is edited or a modifier is held', () => {
    for (const keys of [free, push])
      for (const key of ['M', 'F12'])
        for (const more of [{ isTyping: true }, { modified: true }])
          expect(play(keys, down(key, more))).toEqual(micOff)
  })

  it('turns it off when the binding changed while the key was held', () => {
    expect(
      reduceMicKey({ on: true, heldKey: 'F12' }, up('F12'), { ...push, pushToSpeakKeyName: 'B' }),
    ).toEqual(micOff)
    expect(reduceMicKey({ on: true, heldKey: 'F12' }, up('F12'), free)).toEqual(micOff)
  })

  it('names a key by its character, and by its position on layouts without Latin characters', () => {
    expect(getKeyName({ key: 'm', code: 'KeyM' })).toBe('M')
    expect(getKeyName({ key: 'ь', code: 'KeyM' })).toBe('M')
    expect(getKeyName({ key: 'F12', code: 'F12' })).toBe('F12')
    expect(getKeyName({ key: ' ', code: 'Space' })).toBe('Space')
  })
})
