import { expect, test } from 'vitest'
import { failingSeeds } from './fuzz.ts'

/** `npm run stress` raises it. */
const seeds = Number(process.env['FUZZ_SEEDS'] ?? 300)
const first = Number(process.env['FUZZ_FIRST'] ?? 1)

test(
  `boards converge over unreliable connections, restarts and role changes (${seeds} seeds)`,
  { timeout: 0 },
  async () => {
    expect(Object.fromEntries(await failingSeeds(first, seeds))).toEqual({})
  },
)

/** Each of them has failed once. */
const regressionSeeds = [60, 732, 2692, 22174, 40837, 42038, 72921, 81154, 82361, 84789, 85201]

test('failures found earlier stay fixed', async () => {
  for (const seed of regressionSeeds) expect(Object.fromEntries(await failingSeeds(seed, 1))).toEqual({})
})
