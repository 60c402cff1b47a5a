import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

// Stands in for systemctl where there is no systemd: it runs a unit's ExecStart in its WorkingDirectory with its
// EnvironmentFile and UMask, and stops it with SIGTERM. The sandbox of the unit, its account and its restarts are not applied.

const folder = process.env['TAVLA_OPERATE_ROOT'] ?? ''
const stopWithinMs = 20_000

interface Unit {
  readonly command: string
  readonly directory: string
  readonly umask: string
  readonly environment: Readonly<Record<string, string>>
}

const unmapped = (path: string): string => join(folder, path)

function readUnit(name: string): Unit {
  const lines = readFileSync(join(folder, `etc/systemd/system/${name}.service`), 'utf8').split('\n')
  const getAll = (key: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
  const environment: Record<string, string> = {}
  for (const path of getAll('EnvironmentFile'))
    for (const line of readFileSync(unmapped(path), 'utf8').split('\n')) {
      const [, key, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
      if (key !== undefined && value !== undefined) environment[key] = value
    }
  return {
    command: getAll('ExecStart')[0] ?? '',
    directory: unmapped(getAll('WorkingDirectory')[0] ?? '/'),
    umask: getAll('UMask')[0] ?? '0022',
    environment,
  }
}

const getPidFile = (name: string): string => join(folder, `run/${name}.pid`)

async function start(name: string): Promise<void> {
  const { command, directory, umask, environment } = readUnit(name)
  mkdirSync(join(folder, 'run'), { recursive: true })
  const log = openSync(join(folder, `run/${name}.log`), 'a')
  const child: ChildProcess = spawn('/bin/sh', ['-c', `umask ${umask}; exec ${command}`], {
    cwd: directory,
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...environment },
    stdio: ['ignore', log, log],
  })
  child.unref()
  writeFileSync(getPidFile(name), String(child.pid))
  await Promise.resolve()
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function stop(name: string): Promise<void> {
  if (!existsSync(getPidFile(name))) return
  const pid = Number(readFileSync(getPidFile(name), 'utf8'))
  // KillMode=mixed: the first process gets the signal.
  if (isAlive(pid)) process.kill(pid, 'SIGTERM')
  for (let waitedMs = 0; isAlive(pid) && waitedMs < stopWithinMs; waitedMs += 100) await delay(100)
  if (isAlive(pid)) throw new Error(`${name} did not stop within ${stopWithinMs / 1_000} s`)
  rmSync(getPidFile(name))
}

async function reloadNginx(): Promise<void> {
  const config = join(folder, 'nginx.conf')
  const pidFile = join(folder, 'run/nginx.pid')
  // `nginx -t` makes an empty one.
  const isRunning = existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() !== ''
  const args = ['-p', folder, '-c', config, ...(isRunning ? ['-s', 'reload'] : [])]
  const child = spawn('/usr/sbin/nginx', args, { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`nginx ended with ${code}`)
}

const [action, ...names] = process.argv.slice(2).filter((argument) => argument !== '--now')
for (const name of names) {
  if (name === 'nginx') await reloadNginx()
  else if (action === 'stop') await stop(name)
  else if (action === 'start' || action === 'enable') await start(name)
  else if (action === 'restart') {
    await stop(name)
    await start(name)
  } else throw new Error(`systemctl ${action} is not known here`)
}
