import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Compiled sources, kept from run to run: a start is twice as quick. */
const compiled = join(import.meta.dirname, '../../../../.tavla/compiled')

export interface ProcessEnd {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** Its address, once it listens. */
  readonly ready: Promise<string>
  readonly ended: Promise<ProcessEnd>
}

export interface ServerProcessOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** A module that is loaded before the server, to plant faults. */
  readonly preload?: string
}

/** Starts `main.ts` on a free port. Anyone who starts one ends it. */
export function startServerProcess({ dataDir, env, preload }: ServerProcessOptions): ServerProcess {
  const imports =
    preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
  const child = spawn(process.execPath, [...imports, join(import.meta.dirname, '../main.ts')], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled, PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }))
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString()
      const address = /http\S+?(?=\/app\/\n)/.exec(out)?.[0]
      if (address) resolve(address)
    })
    void ended.then(({ err: errorText }) => reject(new Error(errorText)))
  })
  // Callers that wait for its exit do not need the error that it never became ready.
  ready.catch(() => undefined)
  return { child, ready, ended }
}

/** What a process has open, counted by what it points at: files by path, the rest by kind (`socket`, `pipe`, `anon_inode`). */
export type Descriptors = Readonly<Record<string, number>>

/** Null where the system does not say (it does on Linux). */
export function openDescriptors(pid: number): Descriptors | null {
  const folder = `/proc/${pid}/fd`
  const open: Record<string, number> = {}
  try {
    for (const name of readdirSync(folder)) {
      const target = readTarget(`${folder}/${name}`)
      if (target === null) continue
      const kind = target.startsWith('/') ? target : (target.split(':')[0] ?? target)
      open[kind] = (open[kind] ?? 0) + 1
    }
    return open
  } catch {
    return null
  }
}

/** Null when it was closed since the folder was listed. */
function readTarget(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** Bytes of memory that a process holds now; null where the system does not say. */
export function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
