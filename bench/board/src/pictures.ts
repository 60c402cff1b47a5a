import type { SceneName } from './scene.ts'

/** The image files of a scene, the same for every app. */
export interface Pictures {
  readonly count: number
  readonly width: number
  readonly height: number
  readonly type: string
  /** As a data URL. */
  read(index: number): Promise<string>
}

const images: Pictures = {
  count: 20,
  width: 640,
  height: 480,
  type: 'image/png',
  read: (index) => Promise.resolve(drawTiles(index)),
}

/** Photographs of 4 megapixels, each in a file of its own. */
const photos: Pictures = {
  count: 300,
  width: 2400,
  height: 1700,
  type: 'image/jpeg',
  read: (index) => readPhoto(index),
}

export function getPictures(name: SceneName): Pictures | null {
  return name === 'images' ? images : name === 'photos' ? photos : null
}

const urls = new Map<number, string>()

/** An image with enough detail to compress badly. */
function drawTiles(index: number): string {
  let url = urls.get(index)
  if (url === undefined) {
    const canvas = document.createElement('canvas')
    canvas.width = images.width
    canvas.height = images.height
    const context = canvas.getContext('2d')!
    for (let y = 0; y < 24; y++) {
      for (let x = 0; x < 32; x++) {
        context.fillStyle = `hsl(${(index * 37 + x * 9 + y * 5) % 360} 60% ${30 + ((x * y + index) % 40)}%)`
        context.fillRect(x * 20, y * 20, 20, 20)
      }
    }
    url = canvas.toDataURL('image/png')
    urls.set(index, url)
  }
  return url
}

/** Encoding takes long, so a few are encoded and followed by different bytes, which decoders ignore. */
const differentPhotos = 6
const encoded = new Map<number, Promise<Blob>>()

async function readPhoto(index: number): Promise<string> {
  const kind = index % differentPhotos
  let photo = encoded.get(kind)
  if (!photo) encoded.set(kind, (photo = drawPhoto(kind)))
  const file = new Blob([await photo, new Uint8Array([0, index >> 8, index & 255])], { type: photos.type })
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('a photograph cannot be read'))
    reader.readAsDataURL(file)
  })
}

/** Soft areas with fine detail, as in a landscape. */
async function drawPhoto(kind: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(photos.width, photos.height)
  const context = canvas.getContext('2d')!
  const sky = context.createLinearGradient(0, 0, 0, photos.height)
  sky.addColorStop(0, `hsl(${kind * 60} 60% 70%)`)
  sky.addColorStop(1, `hsl(${kind * 60 + 90} 40% 30%)`)
  context.fillStyle = sky
  context.fillRect(0, 0, photos.width, photos.height)
  for (let i = 0; i < 20_000; i++) {
    const x = (i * 7919 + kind * 131) % photos.width
    const y = photos.height / 3 + ((i * 104729) % ((photos.height * 2) / 3))
    context.fillStyle = `hsl(${(kind * 60 + (i % 90)) % 360} 45% ${20 + (i % 50)}% / 0.5)`
    context.fillRect(x, y, 3 + (i % 9), 3 + (i % 13))
  }
  return await canvas.convertToBlob({ type: photos.type, quality: 0.85 })
}
