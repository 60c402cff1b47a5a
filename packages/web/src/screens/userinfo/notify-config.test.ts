import type { NotifyConfig } from '@tavla/contract'
import { expect, it } from 'vitest'
import { getChannels, setAllTypes, setType } from './notify-config.ts'

const allOn = { inApp: true, email: true }
const inAppOnly = { inApp: true, email: false }
const defaults: NotifyConfig = { channels: allOn, types: {}, digest: 'none' }

it('stores an override of a type, and removes it once it equals the default', () => {
  const off = setType(defaults, { type: 1001, channel: 'email', on: false })
  expect(off).toEqual({ types: { 1001: inAppOnly } })
  const config = { ...defaults, ...off }
  expect([getChannels(config, 1001), getChannels(config, 1002)]).toEqual([inAppOnly, allOn])
  expect(setType(config, { type: 1001, channel: 'email', on: true })).toEqual({ types: {} })
})

it('switching all types on one channel leaves the other channel unchanged', () => {
  const config: NotifyConfig = {
    ...defaults,
    types: { 1001: { inApp: false, email: true }, 1003: inAppOnly },
  }
  expect(setAllTypes(config, 'email', false)).toEqual({
    channels: inAppOnly,
    types: { 1001: { inApp: false, email: false } },
  })
  expect(setAllTypes(config, 'inApp', false)).toEqual({
    channels: { inApp: false, email: true },
    types: { 1003: { inApp: false, email: false } },
  })
})
