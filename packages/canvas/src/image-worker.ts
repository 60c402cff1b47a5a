import { type DecodeAnswer, type DecodeOrder, getScaling } from './render/images/image-decoder.ts'
import { jpegHeaderBytes, readJpegHeader } from './render/images/jpeg-header.ts'

/** Worker-specific members of the global object. */
interface WorkerScope {
  postMessage(message: DecodeAnswer, moved: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<DecodeOrder>) => void): void
}

/** Entry of the worker that decodes images. */
const scope = globalThis as unknown as WorkerScope

/** Decodes a JPEG in eighths of its size, which takes half of the time; null if that cannot be or makes no difference. */
async function decodeSmall(file: Blob, width: number): Promise<ImageBitmap | null> {
  if (file.type !== 'image/jpeg' || !('ImageDecoder' in globalThis)) return null
  const size = readJpegHeader(new Uint8Array(await file.slice(0, jpegHeaderBytes).arrayBuffer()))
  if (!size) return null
  const eighths = Math.ceil((8 * width) / (size.isTurned ? size.height : size.width))
  if (eighths >= 8) return null
  const decoder = new ImageDecoder({
    data: file.stream(),
    type: file.type,
    desiredWidth: Math.ceil((size.width * eighths) / 8),
    desiredHeight: Math.ceil((size.height * eighths) / 8),
  })
  try {
    const { image } = await decoder.decode()
    const scaled = createImageBitmap(image, { resizeWidth: width, resizeQuality: 'high' })
    return await scaled.finally(() => image.close())
  } finally {
    decoder.close()
  }
}

async function decode(file: Blob, width: number): Promise<ImageBitmap> {
  const small = await decodeSmall(file, width).catch(() => null)
  if (small) return small
  const whole = await createImageBitmap(file)
  const scaling = getScaling(whole.width, width)
  if (scaling.resizeWidth === undefined) return whole
  const scaled = await createImageBitmap(whole, scaling)
  whole.close()
  return scaled
}

async function answer({ number, file, width }: DecodeOrder): Promise<void> {
  const bitmap = await decode(file, width).catch(() => null)
  scope.postMessage({ number, bitmap }, bitmap ? [bitmap] : [])
}

/** One at a time: browsers would decode all at once, and take the page's processor time and memory for it. */
let last = Promise.resolve()
scope.addEventListener('message', ({ data }) => {
  last = last.then(() => answer(data))
})
