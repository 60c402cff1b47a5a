import type { NotifyConfig } from '@tavla/contract'
import { expect, it } from 'vitest'
import { getChannels, withAll, withType } from './notify-choices.ts'

const both = { inApp: true, email: true }
const silent = { inApp: true, email: false }
const usual: NotifyConfig = { channels: both, types: {}, digest: 'none' }

it('a type of its own is written down, and forgotten once it is as all are', () => {
  const off = withType(usual, { type: 1001, channel: 'email', on: false })
  expect(off).toEqual({ types: { 1001: silent } })
  const config = { ...usual, ...off }
  expect([getChannels(config, 1001), getChannels(config, 1002)]).toEqual([silent, both])
  expect(withType(config, { type: 1001, channel: 'email', on: true })).toEqual({ types: {} })
})

it('everything on one channel leaves the other one as it is set', () => {
  const config: NotifyConfig = { ...usual, types: { 1001: { inApp: false, email: true }, 1003: silent } }
  expect(withAll(config, 'email', false)).toEqual({
    channels: silent,
    types: { 1001: { inApp: false, email: false } },
  })
  expect(withAll(config, 'inApp', false)).toEqual({
    channels: { inApp: false, email: true },
    types: { 1003: { inApp: false, email: false } },
  })
})
