import './no-eval.ts'
import { createWorkerReplica } from './render/raster/worker-replica.ts'
import type { RasterAnswer, RasterOrder } from './render/raster/raster-orders.ts'
import { shapes } from './shapes/index.ts'

/** Worker-specific members of the global object. */
interface WorkerScope {
  readonly fonts: FontFaceSet
  postMessage(message: RasterAnswer, moved: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<RasterOrder>) => void): void
}

/** Entry of the raster worker, used on machines with enough cores. */
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
