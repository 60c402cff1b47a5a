import { importLimits, openImportWorker } from '@tavla/canvas'
import type { DrawingFile, ImportedDrawing, ImportFailure, StampLibrary } from '@tavla/canvas'
import { clock } from '../../../platform/dom/clock.ts'
import type { ChosenFile } from '../files/chosen-file.ts'

type ReadResult = ImportedDrawing | StampLibrary | ImportFailure

/** Reads a file in a worker; cancelling terminates the worker. Only pages of documents report progress. */
export async function readInWorker(
  { blob, name }: ChosenFile,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<ReadResult> {
  if (blob.size > importLimits.fileBytes) return { reason: 'too_large', message: 'The file is too large' }
  const bytes = new Uint8Array(await blob.arrayBuffer())
  signal.throwIfAborted()
  if (/\.pdf$/i.test(name)) {
    // The library is larger than the board, and has a worker of its own.
    const { readPdf } = await import('./read-pdf.ts')
    return await readPdf(bytes, signal, onProgress)
  }
  const worker = openImportWorker()
  const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
  const onAbort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  const onTimeout = () =>
    resolve({ reason: 'too_large', message: `Not read within ${importLimits.readMs} ms` })
  const cancelTimeout = clock.after(importLimits.readMs, onTimeout)
  worker.onmessage = ({ data }) => resolve(data as ReadResult)
  worker.onerror = ({ message }) => reject(new Error(message))
  try {
    worker.postMessage({ name, bytes } satisfies DrawingFile, [bytes.buffer])
    return await promise
  } finally {
    cancelTimeout()
    signal.removeEventListener('abort', onAbort)
    worker.terminate()
  }
}
