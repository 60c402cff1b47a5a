/** Takes a `DrawingFile` and answers what `readDrawing`, or `readStamps` for a library, makes of it. */
export function openImportWorker(): Worker {
  return new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module', name: 'import' })
}
