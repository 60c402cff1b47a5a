import { type DecodeAnswer, type DecodeOrder, getScaling } from './render/image-decoder.ts'

/** Worker-specific members of the global object. */
interface WorkerScope {
  postMessage(message: DecodeAnswer, moved: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<DecodeOrder>) => void): void
}

/** Entry of the worker that decodes images. */
const scope = globalThis as unknown as WorkerScope

async function decode(file: Blob, width: number): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file)
  const scaling = getScaling(whole.width, width)
  if (scaling.resizeWidth === undefined) return whole
  const scaled = await createImageBitmap(whole, scaling)
  whole.close()
  return scaled
}

scope.addEventListener('message', ({ data: { number, file, width } }) => {
  decode(file, width).then(
    (bitmap) => scope.postMessage({ number, bitmap }, [bitmap]),
    () => scope.postMessage({ number, bitmap: null }, []),
  )
})
