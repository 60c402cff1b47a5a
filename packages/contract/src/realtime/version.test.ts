import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { clientFrames, serverFrames } from './room-frames.ts'
import { currentVersion, getCompatibility, oldestServed, protocolHistory } from './version.ts'

function hashOfFrames(): string {
  const text = JSON.stringify([z.toJSONSchema(clientFrames), z.toJSONSchema(serverFrames)])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

test('the frame schemas match the current version: a change needs a new entry', () => {
  expect(currentVersion.frames).toBe(hashOfFrames())
})

test('versions are numbered without gaps and each describes its change', () => {
  expect(protocolHistory.map((version) => version.protocol)).toEqual(
    protocolHistory.map((_, index) => index + 1),
  )
  expect(protocolHistory.every((version) => version.change.length > 10)).toBe(true)
  expect(oldestServed).toBeLessThanOrEqual(currentVersion.protocol)
})

test('a client of this version is served; older, other and newer ones are told apart', () => {
  const schema = { frames: currentVersion.frames, board: 'b' }
  expect(getCompatibility({ protocol: currentVersion.protocol, schema }, 'b')).toBe('served')
  expect(getCompatibility({ protocol: currentVersion.protocol, schema }, 'newer')).toBe('outdated')
  expect(
    getCompatibility({ protocol: currentVersion.protocol, schema: { ...schema, frames: 'x' } }, 'b'),
  ).toBe('outdated')
  expect(getCompatibility({ protocol: oldestServed - 1, schema }, 'b')).toBe('outdated')
  expect(getCompatibility({ protocol: currentVersion.protocol + 1, schema }, 'b')).toBe('server_outdated')
})
