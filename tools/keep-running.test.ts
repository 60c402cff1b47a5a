import { describe, expect, it } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** A server whose runs last so long and end with such codes; what was said, and how long was paused. */
async function runs(all: readonly { ms: number; code: number }[], stopIn: 'run' | 'pause' | null = null) {
  const stop = new AbortController()
  const output: string[] = []
  const paused: number[] = []
  let now = 0
  let started = 0
  const code = await keepRunning({
    start() {
      const next = all[started]
      started += 1
      if (!next) throw new Error('started once too often')
      now += next.ms
      if (stopIn === 'run') stop.abort()
      return Promise.resolve({ code: next.code })
    },
    stop: stop.signal,
    pause(ms) {
      paused.push(ms)
      if (stopIn === 'pause') stop.abort()
      return Promise.resolve()
    },
    now: () => now,
    print: (sentence) => void output.push(sentence),
  })
  return { code, started, paused, output }
}

const crash = { ms: 5_000, code: 70 }

describe('npm start', () => {
  it('ends with a server that stops on purpose or could not start', async () => {
    for (const code of [0, 1])
      expect(await runs([{ ms: 100, code }])).toEqual({ code, started: 1, paused: [], output: [] })
  })

  it('restarts a failed server, says so, with growing delays', async () => {
    const { code, started, paused, output } = await runs([
      crash,
      { ms: 5_000, code: 137 },
      { ms: 5_000, code: 0 },
    ])
    expect([code, started, paused]).toEqual([0, 3, [1_000, 2_000]])
    expect(output).toEqual([
      'The server failed (exit code 70). Starting it again in 1 s, attempt 1 of 5 …',
      'The server failed (exit code 137). Starting it again in 2 s, attempt 2 of 5 …',
    ])
  })

  it('gives up after six failures in a row, with the last exit code', async () => {
    const { code, started, paused, output } = await runs(Array.from({ length: 6 }, () => crash))
    expect([code, started, paused]).toEqual([70, 6, [1_000, 2_000, 4_000, 8_000, 16_000]])
    expect(output.at(-1)).toBe(
      'The server failed 6 times in a row (exit code 70) and is not started again. Its log above says why.',
    )
  })

  it('resets the count after a minute without failure', async () => {
    const long = { ms: 60_000, code: 70 }
    const { code, paused } = await runs([
      crash,
      crash,
      ...Array.from({ length: 8 }, () => long),
      { ms: 1, code: 0 },
    ])
    expect([code, paused.slice(0, 3), new Set(paused.slice(2))]).toEqual([
      0,
      [1_000, 2_000, 1_000],
      new Set([1_000]),
    ])
  })

  it('restarts nothing once it was asked to stop, also during a delay', async () => {
    expect(await runs([{ ms: 5_000, code: 143 }], 'run')).toMatchObject({ code: 143, started: 1, paused: [] })
    expect(await runs([crash], 'pause')).toMatchObject({ code: 70, started: 1, paused: [1_000] })
  })
})
