import { expect, it } from 'vitest'
import { NotAnImage, shrinkPhoto } from './photo.ts'

async function createPhoto(width: number, height: number, name: string): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

it('a wide image becomes a JPEG of 500 px width with a new name', async () => {
  const small = await shrinkPhoto(await createPhoto(1200, 800, 'me.png'))
  const bitmap = await createImageBitmap(small)
  expect({ type: small.type, name: small.name, width: bitmap.width, height: bitmap.height }).toEqual({
    type: 'image/jpeg',
    name: 'me.jpeg',
    width: 500,
    height: 333,
  })
})

it('transparent pixels become white', async () => {
  const bitmap = await createImageBitmap(await shrinkPhoto(await createPhoto(10, 10, 'clear.png')))
  const pen = new OffscreenCanvas(10, 10).getContext('2d')
  pen?.drawImage(bitmap, 0, 0)
  expect([...(pen?.getImageData(5, 5, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
})

it('a file that is not an image is refused', async () => {
  const text = new File(['hello'], 'me.png', { type: 'image/png' })
  await expect(shrinkPhoto(text)).rejects.toBeInstanceOf(NotAnImage)
})
