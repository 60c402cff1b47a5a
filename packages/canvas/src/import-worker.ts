import './no-eval.ts'
import { type DrawingFile, readDrawing } from './import/read-drawing.ts'
import { isLibraryName, readStamps } from './import/stamps.ts'

/** What a worker's global object has and a page's has otherwise. */
interface WorkerScope {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent<DrawingFile>) => void): void
}

/** Reads imported files, which are not trusted, outside the main thread; cancelling an import terminates the worker. */
const scope = globalThis as unknown as WorkerScope
scope.addEventListener('message', ({ data }) =>
  scope.postMessage(isLibraryName(data.name) ? readStamps(data) : readDrawing(data)),
)
