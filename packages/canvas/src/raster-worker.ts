import './no-eval.ts'
import { createWorkerReplica } from './render/raster/worker-replica.ts'
import type { RasterAnswer, RasterOrder } from './render/raster/raster-orders.ts'
import { shapes } from './shapes/index.ts'

/** What a worker's global object has and a page's has not, or has otherwise. */
interface WorkerScope {
  readonly fonts: FontFaceSet
  postMessage(message: RasterAnswer, moved: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<RasterOrder>) => void): void
}

/** Where pictures of the page are made on machines with cores to spare. */
const scope = globalThis as unknown as WorkerScope
const take = createWorkerReplica({
  shapes: new Map(shapes.map((shape) => [shape.kind, shape])),
  async addFont({ family, weight, style, unicodeRange, bytes }) {
    const face = new FontFace(family, bytes, { weight, style, unicodeRange })
    scope.fonts.add(await face.load())
  },
  answer: (answer, moved = []) => scope.postMessage(answer, moved),
})
scope.addEventListener('message', ({ data }) => take(data))
