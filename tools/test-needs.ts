import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { findBrowser, hasSuitedBrowser } from './find-browser.ts'
import { findPostgres } from './find-postgres.ts'
import { run } from './run.ts'

/**
 * Makes sure there is a browser to test with. Answers the sentence to show when there is none and none can be had. Any
 * browser of the family serves where the one that suits best cannot be installed.
 */
export async function ensureBrowser(): Promise<string | undefined> {
  const missing = await ensure({
    found: () => hasSuitedBrowser(),
    debianPackage: 'chromium-headless-shell',
    otherwise: 'Install Chromium or Chrome, or name its program by TAVLA_BROWSER',
    what: 'a Chromium-family browser',
  })
  return findBrowser() === undefined ? missing : undefined
}

/** The same for the PostgreSQL server that the database tests start and stop. */
export function ensurePostgres(): Promise<string | undefined> {
  return ensure({
    found: () => findPostgres() !== undefined,
    debianPackage: 'postgresql',
    otherwise: 'Install PostgreSQL 15 or newer, or name the folder of its programs by TAVLA_TEST_PG_BIN',
    what: 'a PostgreSQL server',
  })
}

interface Need {
  readonly what: string
  readonly debianPackage: string
  readonly otherwise: string
  found(): boolean
}

async function ensure(need: Need): Promise<string | undefined> {
  if (need.found()) return undefined
  const aptGet = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => `${folder}/apt-get`)
    .find((path) => existsSync(path))
  if (!aptGet)
    return `The tests need ${need.what}, and this system has no apt to install it with. ${need.otherwise}.`
  if (process.getuid?.() !== 0) {
    return `The tests need ${need.what}. Run "sudo apt-get install ${need.debianPackage}" and start them again.`
  }
  process.stdout.write(`Installing ${need.debianPackage} for the tests …\n`)
  // With RUNLEVEL=1 Debian's packages start no server of their own.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await run(aptGet, ['update', '-qq'], { env })
  const { code } = await run(
    aptGet,
    ['install', '-y', '-qq', '--no-install-recommends', need.debianPackage],
    { env },
  )
  if (code !== 0)
    return `apt-get could not install ${need.debianPackage}; it says why above. ${need.otherwise}.`
  return need.found()
    ? undefined
    : `${need.debianPackage} was installed, yet no program of it was found. ${need.otherwise}.`
}
