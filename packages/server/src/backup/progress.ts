import type { Clock } from '../ports/clock/port.ts'

/** Reports the current step and its progress. */
export interface Progress {
  step(name: string): void
  count(done: number, of?: number): void
  say(sentence: string): void
}

/** Writes at most one line a second. */
export function createProgress(clock: Clock, write: (line: string) => void): Progress {
  let step = ''
  let said = 0
  return {
    step(name) {
      step = name
      said = clock.now()
      write(`${name} …`)
    },
    count(done, of) {
      if (clock.now() - said < 1_000) return
      said = clock.now()
      write(`${step}: ${done}${of === undefined ? '' : ` of ${of}`}`)
    },
    say: (sentence) => write(`  ${sentence}`),
  }
}
