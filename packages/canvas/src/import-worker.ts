import './no-eval.ts'
import { type DrawingFile, readDrawing } from './import/read-drawing.ts'

/** What a worker's global object has and a page's has otherwise. */
interface WorkerScope {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent<DrawingFile>) => void): void
}

/** Files of other people are read here: the page goes on, and whoever gives up ends the worker. */
const scope = globalThis as unknown as WorkerScope
scope.addEventListener('message', ({ data }) => scope.postMessage(readDrawing(data)))
