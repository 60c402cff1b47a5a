import type { Ended } from './run.ts'

/** Waits before the server is started again, ms; after the last one it is given up. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000]
/** A server that ran this long before it failed starts the count anew, ms. */
const longRun = 60_000
/** It could not start and has said why, in a sentence; starting it again would end the same way. */
const refusedToStart = 1

export interface KeepRunningOptions {
  /** Runs the server; resolves when it has ended. */
  readonly start: () => Promise<Ended>
  /** Somebody asked us to stop; also ends a pause at once. */
  readonly stop: AbortSignal
  /** Resolves after so many ms, or as soon as `stop` is raised. */
  readonly pause: (ms: number) => Promise<void>
  readonly now: () => number
  readonly print: (sentence: string) => void
}

/** Runs the server until it ends by intent, starting it again with growing pauses when it fails. Answers the exit code. */
export async function keepRunning({ start, stop, pause, now, print }: KeepRunningOptions): Promise<number> {
  let failures = 0
  for (;;) {
    const startedAt = now()
    const { code } = await start()
    if (code === 0 || code === refusedToStart || stop.aborted) return code
    if (now() - startedAt >= longRun) failures = 0
    const ms = pauses[failures]
    failures += 1
    if (ms === undefined) {
      print(
        `The server failed ${failures} times in a row (exit code ${code}) and is not started again. Its log above says why.`,
      )
      return code
    }
    print(
      `The server failed (exit code ${code}). Starting it again in ${ms / 1_000} s, attempt ${failures} of ${pauses.length} …`,
    )
    await pause(ms)
    if (stop.aborted) return code
  }
}
