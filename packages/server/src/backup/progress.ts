import type { Clock } from '../ports/clock/port.ts'

/** Reports the current step and its progress. */
export interface Progress {
  step(name: string): void
  count(done: number, of?: number): void
  report(sentence: string): void
}

/** Writes at most one line a second. */
export function createProgress(clock: Clock, write: (line: string) => void): Progress {
  let step = ''
  let percent = 0
  return {
    step(name) {
      step = name
      percent = clock.now()
      write(`${name} …`)
    },
    count(done, of) {
      if (clock.now() - percent < 1_000) return
      percent = clock.now()
      write(`${step}: ${done}${of === undefined ? '' : ` of ${of}`}`)
    },
    report: (sentence) => write(`  ${sentence}`),
  }
}
