import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { findBrowser, hasSuitedBrowser } from '../find-browser.ts'
import { findMissingProgram } from '../find-desktop.ts'
import { findPostgres } from '../find-postgres.ts'
import { hasRedis } from '../redis-process.ts'
import { run } from '../run.ts'

/**
 * Makes sure there is a browser to test with. Answers the sentence to show when there is none and none can be had. Any
 * browser of the family serves where the one that suits best cannot be installed.
 */
export async function ensureBrowser(): Promise<string | undefined> {
  const missing = await ensure({
    found: () => hasSuitedBrowser(),
    debianPackages: ['chromium-headless-shell'],
    otherwise: 'Install Chromium or Chrome, or name its program by TAVLA_BROWSER',
    what: 'a Chromium-family browser',
  })
  return findBrowser() === undefined ? missing : undefined
}

/** The same for the PostgreSQL server that the database tests start and stop. */
export function ensurePostgres(): Promise<string | undefined> {
  return ensure({
    found: () => findPostgres() !== undefined,
    debianPackages: ['postgresql'],
    otherwise: 'Install PostgreSQL 15 or newer, or name the folder of its programs by TAVLA_TEST_PG_BIN',
    what: 'a PostgreSQL server',
  })
}

/** The same for the Redis server that tests of several processes use, where one can be had. */
export function ensureRedis(): Promise<string | undefined> {
  return ensure({
    found: hasRedis,
    debianPackages: ['redis-server'],
    otherwise: 'Install Redis',
    what: 'a Redis server',
  })
}

/** The same for the virtual display on which the desktop app's tests run, on Linux; elsewhere they are named as not run. */
export async function ensureDesktop(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  return ensure({
    found: () => findMissingProgram() === undefined,
    debianPackages: ['chromium', 'xvfb', 'openbox', 'xdotool', 'x11-utils', 'imagemagick'],
    otherwise: 'Install Xvfb, openbox, xdotool, xprop and ImageMagick',
    what: 'a virtual display for the desktop app',
  })
}

interface Need {
  readonly what: string
  readonly debianPackages: readonly string[]
  readonly otherwise: string
  found(): boolean
}

async function ensure(need: Need): Promise<string | undefined> {
  if (need.found()) return undefined
  const packages = need.debianPackages.join(' ')
  const aptGet = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => `${folder}/apt-get`)
    .find((path) => existsSync(path))
  if (!aptGet)
    return `The tests need ${need.what}, and this system has no apt to install it with. ${need.otherwise}.`
  if (process.getuid?.() !== 0) {
    return `The tests need ${need.what}. Run "sudo apt-get install ${packages}" and start them again.`
  }
  process.stdout.write(`Installing ${packages} for the tests …\n`)
  // With RUNLEVEL=1 Debian's packages start no server of their own.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await run(aptGet, ['update', '-qq'], { env })
  const { code } = await run(
    aptGet,
    ['install', '-y', '-qq', '--no-install-recommends', ...need.debianPackages],
    { env },
  )
  if (code !== 0) return `apt-get could not install ${packages}; it says why above. ${need.otherwise}.`
  return need.found()
    ? undefined
    : `${packages} was installed, yet a program of it was not found. ${need.otherwise}.`
}
