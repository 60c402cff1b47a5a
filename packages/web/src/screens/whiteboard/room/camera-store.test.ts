import { expect, test } from 'vitest'
import { fakeStorage } from '../../../platform/fake-storage.ts'
import { keys } from '../../../platform/storage-keys.ts'
import { createCameraStore } from './camera-store.ts'

const nothing = { getExtent: () => null, size: () => ({ w: 1000, h: 600 }) }

test('cameras of all spaces and pages are stored in one map and kept apart', () => {
  const { storage } = fakeStorage()
  const here = createCameraStore(storage, 'w1', nothing)
  createCameraStore(storage, 'w2', nothing).save('p', { x: 9, y: 9, zoom: 3 })
  here.save('p', { x: 1, y: 2, zoom: 0.5 })
  here.save('q', { x: 3, y: 4, zoom: 2 })
  expect(here.load('p')).toEqual({ x: 1, y: 2, zoom: 0.5 })
  expect(storage.read(keys.boardTransform)).toEqual({
    w1: { p: { x: 1, y: 2, zoom: 0.5 }, q: { x: 3, y: 4, zoom: 2 } },
    w2: { p: { x: 9, y: 9, zoom: 3 } },
  })
})

test('a page opened for the first time is fitted to the extent that the room reports', () => {
  const extent = { x: 5000, y: 3000, w: 8400, h: 2200 }
  const cameras = createCameraStore(fakeStorage().storage, 'w1', { ...nothing, getExtent: () => extent })
  expect(cameras.load('p')).toEqual({ x: 4200, y: 1100, zoom: 0.1 })
  expect(createCameraStore(fakeStorage().storage, 'w1', nothing).load('p')).toBeUndefined()
})
