import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/databases.ts'
import { killAgainAndAgain } from './testing/kill.ts'

const kills = Number(process.env['TAVLA_KILLS'] ?? 20) > 20 ? 50 : 3
let place: TestDatabase

beforeEach(async () => {
  place = await testDatabase('postgres', { isMigrated: true })
})
afterEach(async () => {
  await place.dispose()
})

test(
  `nothing acknowledged is lost by ${kills} kills of a server on PostgreSQL`,
  { timeout: 60_000 + kills * 20_000 },
  async ({ signal }) => {
    const env = { DATA_DIR: place.directory, DATABASE_URL: place.url ?? '' }
    const { acked, lost } = await killAgainAndAgain(env, kills, 7, signal)
    expect(lost).toEqual([])
    expect(acked).toBeGreaterThan(kills * 20)
  },
)
