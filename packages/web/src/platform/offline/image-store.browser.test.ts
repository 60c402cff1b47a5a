import { cachedBoards } from '@tavla/contract'
import { expect, test } from 'vitest'
import { deleteCachedBoard } from './cached-boards.ts'
import { deleteOtherUsersBoards } from './cached-boards-database.ts'
import { type ImageStore, openImageStore } from './image-store.ts'

let nowMs = 1_700_000_000_000
const host = { indexedDB, now: () => (nowMs += 1) }
let person = 0
const newPerson = () => `p${(person += 1)}-${performance.timeOrigin}`
const createBlob = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
const getSize = async (images: ImageStore, file: string) => (await images.read(file))?.size ?? null

test('an image is cached for the same person and board, and nobody else', async () => {
  const uid = newPerson()
  const store = openImageStore({ uid, wid: 'w' }, host)
  await store.write('a', createBlob(3))
  store.close()
  const reopened = openImageStore({ uid, wid: 'w' }, host)
  expect((await reopened.read('a'))?.type).toBe('image/png')
  const otherStores = [
    openImageStore({ uid: newPerson(), wid: 'w' }, host),
    openImageStore({ uid, wid: 'x' }, host),
    openImageStore({ uid, wid: 'w' }, { ...host, indexedDB: undefined }),
  ]
  expect(await Promise.all(otherStores.map((other) => getSize(other, 'a')))).toEqual([null, null, null])
  for (const each of [reopened, ...otherStores]) each.close()
})

test('images are removed with their board, and with the person', async () => {
  const uid = newPerson()
  const boards = ['one', 'two'].map((wid) => openImageStore({ uid, wid }, host))
  for (const each of boards) await each.write('a', createBlob(3))
  await deleteCachedBoard({ uid, wid: 'one' })
  expect(await Promise.all(boards.map((each) => getSize(each, 'a')))).toEqual([null, 3])
  await deleteOtherUsersBoards(newPerson())
  expect(await Promise.all(boards.map((each) => getSize(each, 'a')))).toEqual([null, null])
  for (const each of boards) each.close()
})

test('too large images are not cached, and the oldest are removed first', async () => {
  const images = openImageStore({ uid: newPerson(), wid: 'w' }, host)
  await images.write('huge', createBlob(cachedBoards.largestPictureBytes + 1))
  expect(await getSize(images, 'huge')).toBeNull()
  const large = createBlob(cachedBoards.largestPictureBytes)
  const files = Array.from({ length: cachedBoards.pictureBytes / large.size + 1 }, (_, i) => `f${i}`)
  for (const file of files) await images.write(file, large)
  expect(await getSize(images, 'f0')).toBeNull()
  expect(await Promise.all(files.slice(1).map((file) => getSize(images, file)))).toEqual(
    files.slice(1).map(() => large.size),
  )
  await deleteOtherUsersBoards(null)
  images.close()
})
