import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killAgainAndAgain, ExpectedState } from './testing/kill.ts'

const kills = Number(process.env['TAVLA_KILLS'] ?? 20)

test('the oracle detects missing and invented edits, and accepts the loss of unanswered ones', () => {
  const oracle = new ExpectedState()
  for (const id of ['kept', 'missing', 'changed', 'unanswered']) oracle.sent(id, 1)
  for (const id of ['kept', 'missing', 'changed']) oracle.confirmed(id, 1)
  const values = new Map([
    ['kept', 1],
    ['changed', 7],
  ])
  expect(oracle.lost((id) => values.get(id))).toEqual(['missing', 'changed'])
  oracle.sent('unanswered', 1)
  values.set('unanswered', 1)
  expect(oracle.lost((id) => values.get(id))).toEqual([])
})

test(
  `nothing acknowledged is lost by ${kills} kills of the server`,
  { timeout: 60_000 + kills * 15_000 },
  async ({ signal }) => {
    const directory = mkdtempSync(join(tmpdir(), 'tavla-kill-'))
    try {
      const { acked, lost } = await killAgainAndAgain({ DATA_DIR: directory }, kills, 20_261_121, signal)
      expect(lost).toEqual([])
      expect(acked).toBeGreaterThan(kills * 50)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
)
