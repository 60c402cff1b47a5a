import { findPostgres } from '../find-postgres.ts'
import { startCluster } from '../postgres-cluster.ts'

/**
 * Runs once before the database tests: a PostgreSQL cluster whose address the tests read from `TEST_DATABASE_URL` and make
 * databases of their own in. Answers the function that takes it away again.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => {}
  const bin = findPostgres()
  if (!bin) {
    throw new Error(
      'The database tests need a PostgreSQL server: "npm test" installs it on Debian and Ubuntu; elsewhere install ' +
        'PostgreSQL 15 or newer, or name its programs by TAVLA_TEST_PG_BIN.',
    )
  }
  const cluster = await startCluster(bin, { fsync: false })
  process.env.TEST_DATABASE_URL = cluster.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await cluster.stop()
  }
}
