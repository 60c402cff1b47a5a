import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMachine, type Machine, replaced } from '../operate/machine.ts'
import { type PageBlock, readBlocks } from '../operate/operate-page.ts'
import { Site } from '../operate/site.ts'
import { root } from '../run.ts'
import type { Found } from './stress-outages.ts'

/** Packages are installed and the web is built once. */
const BUILD_MS = 20 * 60_000
const STEP_MS = 5 * 60_000
/** Sections of the page that need what only a real machine or another company has, or that other tests run. */
const leftOut = [
  'PostgreSQL, Several servers, A hot standby: run by the tests of several processes',
  'Files in a bucket: run by "npm run s3"',
  'Mail, Signing in, Payments, Voice: they need servers of others',
  'Containers, Kubernetes: no engine',
] as const

/** Follows docs/operate.md to the letter on an empty folder: its commands, units, nginx and environment file. */
export async function stressOperate(): Promise<Found> {
  if (!existsSync('/usr/sbin/nginx'))
    return { held: false, says: 'docs/operate.md: not run, there is no nginx' }
  const folder = mkdtempSync(join(tmpdir(), 'tavla-operate-'))
  // Workers of nginx have another account.
  chmodSync(folder, 0o711)
  const machine = await createMachine(folder)
  try {
    const faults = await follow(machine)
    for (const line of [...replaced, ...leftOut]) process.stdout.write(`  NOT RUN ${line}\n`)
    const says = `Followed docs/operate.md: ${faults.length === 0 ? 'all checks held' : faults.join('; ')}`
    return { held: faults.length === 0, says }
  } finally {
    stopEverything(machine)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function follow(machine: Machine): Promise<readonly string[]> {
  const faults: string[] = []
  const check = (what: string, holds: boolean): void => {
    process.stdout.write(`  ${holds ? 'ok' : 'FAILED'} ${what}\n`)
    if (!holds) faults.push(what)
  }
  const blocks = readBlocks(readFileSync(join(root, 'docs/operate.md'), 'utf8'))
  const find = (section: string, isEnvironment = false): readonly PageBlock[] =>
    blocks.filter((block) => block.section === section && block.isEnvironment === isEnvironment)
  const [accounts, build, units] = find('One server')
  const [environment] = find('One server', true)
  const [tls] = find('TLS with nginx')
  const [backup, restore] = find('Backup and restore')
  const [upgrade, rollback] = find('Upgrade and rollback')
  const run = (block: PageBlock | undefined, before = '', timeoutMs = STEP_MS): string =>
    machine.run(
      `${before}\n${block?.text.replaceAll('your.name.example', 'board.example.org') ?? 'exit 1'}`,
      timeoutMs,
    )

  run(accounts)
  putRelease(machine)
  run(build, '', BUILD_MS)
  machine.writeFile('etc/tavla.env', `${environment?.text ?? ''}\nPORT=${machine.serverPort}\n`)
  check('the server says that it is ready', run(units, 'cd /opt/tavla').includes('"ok":true'))
  run(tls, 'cd /opt/tavla')

  const site = new Site(machine)
  await untilAnswers(site)
  check('the site answers through nginx with TLS', (await site.getStatus('/app/')) === 200)
  check('figures and health are private', (await site.getStatus('/metrics')) === 404)
  await site.register('ada@example.org')
  const wid = await site.createBoard('Before the backup')
  check('sockets pass', await site.opensSocket())
  check('a body of 300 MB is accepted', (await site.upload(wid)) === 200)

  run(backup, '', STEP_MS)
  await site.createBoard('After the backup')
  // `run` of the page is a function of the shell.
  const functions =
    backup?.text
      .split('\n')
      .filter((line) => /^(cd |run\(\))/.test(line))
      .join('\n') ?? ''
  run(restore, functions)
  await untilAnswers(site)
  const restored = await site.listBoards()
  check(
    'a restore has what was there at the backup, and nothing later',
    isDeepEqual(restored, ['Before the backup']),
  )

  run(upgrade, functions, BUILD_MS)
  await untilAnswers(site)
  check('boards are there after an upgrade', isDeepEqual(await site.listBoards(), ['Before the backup']))
  await site.createBoard('After the upgrade')
  run(rollback, functions)
  await untilAnswers(site)
  check(
    'a rollback has the state before the upgrade',
    isDeepEqual(await site.listBoards(), ['Before the backup']),
  )
  return faults
}

const isDeepEqual = (found: readonly string[], expected: readonly string[]): boolean =>
  found.join('\n') === expected.join('\n')

/** What is committed, as an archive of a release has it. */
function putRelease({ folder }: Machine): void {
  const target = join(folder, 'opt/tavla')
  mkdirSync(target, { recursive: true })
  const archive = join(folder, 'release.tar')
  execFileSync('git', ['archive', '-o', archive, 'HEAD'], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', target])
  rmSync(archive)
}

async function untilAnswers(site: Site): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const status = await site.getStatus('/app/').catch(() => 0)
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The site does not answer')
}

function stopEverything({ folder }: Machine): void {
  for (const name of ['nginx', 'tavla']) {
    const path = join(folder, `run/${name}.pid`)
    const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
    if (pid === 0) continue
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // It has ended by itself.
    }
  }
}
