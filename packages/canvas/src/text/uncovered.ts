/** Loads fonts for a text that no shipped font has; resolves when they have loaded or failed. */
export type LoadFallback = (text: string) => Promise<void>

let load: LoadFallback | undefined
let loading = Promise.resolve()

/** One listener at a time. Words are announced when they are first laid out, and again after fonts have loaded. */
export function watchUncovered(listener: LoadFallback): void {
  load = listener
}

export function announceUncovered(text: string): void {
  if (load) loading = Promise.all([loading, load(text)]).then(() => undefined)
}

/** Resolves when the fonts for everything that was laid out have loaded or failed. */
export async function waitForFallbacks(): Promise<void> {
  await loading
}
