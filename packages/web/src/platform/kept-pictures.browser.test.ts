import { keptBoards } from '@tavla/contract'
import { expect, test } from 'vitest'
import { forgetBoard, keepBoardsOf } from './kept-boards.ts'
import { type KeptPictures, openKeptPictures } from './kept-pictures.ts'

let nowMs = 1_700_000_000_000
const host = { indexedDB, now: () => (nowMs += 1) }
let person = 0
const newPerson = () => `p${(person += 1)}-${performance.timeOrigin}`
const ofSize = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
const sizeOf = async (pictures: KeptPictures, file: string) => (await pictures.read(file))?.size ?? null

test('a picture is there again for the same person and board, and for nobody else', async () => {
  const uid = newPerson()
  const here = openKeptPictures({ uid, wid: 'w' }, host)
  await here.keep('a', ofSize(3))
  here.close()
  const again = openKeptPictures({ uid, wid: 'w' }, host)
  expect((await again.read('a'))?.type).toBe('image/png')
  const strangers = [
    openKeptPictures({ uid: newPerson(), wid: 'w' }, host),
    openKeptPictures({ uid, wid: 'x' }, host),
    openKeptPictures({ uid, wid: 'w' }, { ...host, indexedDB: undefined }),
  ]
  expect(await Promise.all(strangers.map((other) => sizeOf(other, 'a')))).toEqual([null, null, null])
  for (const each of [again, ...strangers]) each.close()
})

test('pictures go with their board, and with the person', async () => {
  const uid = newPerson()
  const boards = ['one', 'two'].map((wid) => openKeptPictures({ uid, wid }, host))
  for (const each of boards) await each.keep('a', ofSize(3))
  await forgetBoard({ uid, wid: 'one' })
  expect(await Promise.all(boards.map((each) => sizeOf(each, 'a')))).toEqual([null, 3])
  await keepBoardsOf(newPerson())
  expect(await Promise.all(boards.map((each) => sizeOf(each, 'a')))).toEqual([null, null])
  for (const each of boards) each.close()
})

test('one that is too large is not kept, and of all together those kept longest ago go', async () => {
  const pictures = openKeptPictures({ uid: newPerson(), wid: 'w' }, host)
  await pictures.keep('huge', ofSize(keptBoards.largestPictureBytes + 1))
  expect(await sizeOf(pictures, 'huge')).toBeNull()
  const large = ofSize(keptBoards.largestPictureBytes)
  const files = Array.from({ length: keptBoards.pictureBytes / large.size + 1 }, (_, i) => `f${i}`)
  for (const file of files) await pictures.keep(file, large)
  expect(await sizeOf(pictures, 'f0')).toBeNull()
  expect(await Promise.all(files.slice(1).map((file) => sizeOf(pictures, file)))).toEqual(
    files.slice(1).map(() => large.size),
  )
  await keepBoardsOf(null)
  pictures.close()
})
