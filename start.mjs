// The way in for every `npm run …`. Plain JavaScript for Node 20 with nothing installed: it installs the packages when
// they are missing or not those of the lock file, finds the pinned Node 24 among them, and hands over to tools/commands/<name>.ts.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
/** The scripts of package.json that come in here, each named like its file in tools/commands. */
const scripts = Object.values(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
const subcommands = [
  ...new Set(scripts.flatMap((script) => /^node start\.mjs (\S+)/.exec(script)?.[1] ?? [])),
]
/** The first Node with everything the server uses: type stripping without a flag, node:sqlite, Argon2 in node:crypto. */
const oldestNode = [24, 7]

function fail(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}

function lockFileHash() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\n`)
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

/** Does node_modules hold what the lock file asks for? npm keeps its own record of what it put there. */
function installedMatchesLock() {
  const recordPath = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(recordPath)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(recordPath, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    if (entry.link) return linkOwnPackage(path, entry.resolved)
    // An optional package for another system is rightly absent.
    return present[path] ? present[path].version === entry.version : entry.optional === true
  })
}

/** A package of ours that is new since the last installation needs a link, and no registry. */
function linkOwnPackage(path, target) {
  const link = join(root, path)
  if (existsSync(link)) return true
  try {
    mkdirSync(dirname(link), { recursive: true })
    const whole = join(root, target)
    // Junctions, which Windows makes without special rights, need whole paths.
    symlinkSync(process.platform === 'win32' ? whole : relative(dirname(link), whole), link, 'junction')
    return true
  } catch {
    // Something else is in its place; npm puts it right.
    return false
  }
}

function installPackages() {
  const stamp = join(root, '.tavla/installed')
  const hash = lockFileHash()
  if (existsSync(join(root, 'node_modules'))) {
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
    if (installedMatchesLock()) return writeStamp(stamp, hash)
  }
  rmSync(stamp, { force: true })
  process.stdout.write('Installing packages (only needed when they change) …\n')
  const result = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (result.error)
    fail(`npm could not be started (${result.error.message}). It comes with Node from nodejs.org.`)
  if (result.signal) process.kill(process.pid, result.signal)
  if (result.status !== 0) {
    fail(
      'The packages could not be installed; npm says why above. The first start needs the npm registry to be reachable.',
    )
  }
  writeStamp(stamp, hash)
}

function writeStamp(stamp, hash) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

function runNpm(args) {
  const options = { cwd: root, stdio: 'inherit' }
  // Inside "npm run", npm names its own script: the same npm, without looking for it on the PATH.
  const script = process.env.npm_execpath
  if (script?.endsWith('.js') && existsSync(script))
    return spawnSync(process.execPath, [script, ...args], options)
  const windows = process.platform === 'win32'
  return spawnSync(windows ? 'npm.cmd' : 'npm', args, { ...options, shell: windows })
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
}

/** The Node that runs Tavla: the pinned one from node_modules, else the running one when it is new enough. */
function findNode() {
  const folder = join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  )
  const pinned = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) {
    // It may be there and yet not run, for instance on a Linux without glibc.
    const answer = spawnSync(pinned, ['--version'], { encoding: 'utf8' })
    if (answer.status === 0 && isNewEnough(answer.stdout.trim())) return pinned
  }
  if (isNewEnough(process.version)) return process.execPath
  return fail(
    `Tavla runs on Node ${oldestNode.join('.')} or newer. There is none among the packages for ${process.platform}-${process.arch}, ` +
      `and the running one is ${process.version}. Install Node 24 from nodejs.org and run this again.`,
  )
}

function handOver(node, script, args) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: 'inherit',
    // Node keeps what it compiled, so that every later start takes half the time.
    env: { NODE_COMPILE_CACHE: join(root, '.tavla/compiled'), ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal's Ctrl-C reaches the child by itself; a second one would look like impatience.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  stopWithNpm(child)
  child.on('error', (error) => fail(`Node could not be started (${node}): ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * A signal to npm ends npm and the shell between us, and never reaches us: then our parent is another than before. Only
 * under npm, for whoever starts this file themselves may well leave it running.
 */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  watch.unref()
}

const [name, ...rest] = process.argv.slice(2)
if (!subcommands.includes(name)) fail(`Usage: npm run ${subcommands.join('|')} (node start.mjs <name>)`, 2)
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node 20 or newer is needed to start; this is ${process.version}. Get it from nodejs.org.`)
}
installPackages()
handOver(findNode(), join(root, 'tools/commands', `${name}.ts`), rest)
