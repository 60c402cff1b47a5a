import { lazyCode } from '../../../../platform/chunks/lazy-code.ts'

/** Preloaded by the board, since files can be added offline. */
export const fileReader = lazyCode('file-reader', async () => (await import('./read-file.ts')).readFile)
