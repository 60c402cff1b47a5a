import { openImportWorker } from '@tavla/canvas'
import type { DrawingFile, ImportedDrawing, ImportFault } from '@tavla/canvas'
import { clock } from '../../../platform/dom/clock.ts'
import type { ChosenFile } from './chosen-file.ts'

/** Longer than any valid file takes on a slow machine. */
const limitMs = 60_000

/** Reads a file in a worker; cancelling terminates the worker. */
export async function readInWorker(
  { blob, name }: ChosenFile,
  signal: AbortSignal,
): Promise<ImportedDrawing | ImportFault> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  signal.throwIfAborted()
  const worker = openImportWorker()
  const { promise, resolve, reject } = Promise.withResolvers<ImportedDrawing | ImportFault>()
  const giveUp = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', giveUp, { once: true })
  const tooLong = () => resolve({ fault: 'too_large', message: `Not read within ${limitMs} ms` })
  const stopClock = clock.after(limitMs, tooLong)
  worker.onmessage = ({ data }) => resolve(data as ImportedDrawing | ImportFault)
  worker.onerror = ({ message }) => reject(new Error(message))
  try {
    worker.postMessage({ name, bytes } satisfies DrawingFile, [bytes.buffer])
    return await promise
  } finally {
    stopClock()
    signal.removeEventListener('abort', giveUp)
    worker.terminate()
  }
}
