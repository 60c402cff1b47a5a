/**
 * Resident memory, MB, of what every server of this kind consists of, before any of its own code: the bound for Tavla's.
 *   node src/base-memory.ts
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killOnExit } from './server-process.ts'
import { memoryMb } from './machine.ts'

const folder = mkdtempSync(join(tmpdir(), 'bench-sync-base-'))
const database = JSON.stringify(join(folder, 'base.db'))
const thread = `
  const { DatabaseSync } = require('node:sqlite')
  new DatabaseSync(${database}).exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS rows (id)')
  require('node:worker_threads').parentPort.on('message', () => {}).postMessage('opened')
`

/** Prints a line once everything is open, and then waits to be killed. */
const getProgram = (http: boolean, threads: number): string => `
  const { once } = require('node:events')
  const { createServer } = require('node:http')
  const { Worker } = require('node:worker_threads')
  async function open() {
    if (${http}) await once(createServer(() => {}).listen(0), 'listening')
    for (let n = 0; n < ${threads}; n++)
      await once(new Worker(${JSON.stringify(thread)}, { eval: true, execArgv: [] }), 'message')
    setInterval(() => {}, 100_000)
    console.log('open')
  }
  open()
`

async function measure(http: boolean, threads: number): Promise<number> {
  const args = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', '-e']
  const child = spawn(process.execPath, [...args, getProgram(http, threads)], {
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  killOnExit(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const { now } = memoryMb(child.pid!)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  return now
}

const figures = [
  ['Node alone', await measure(false, 0)],
  ['with an HTTP server', await measure(true, 0)],
  ['and one thread with node:sqlite', await measure(true, 1)],
  ['and two of them', await measure(true, 2)],
] as const
for (const [name, mb] of figures) process.stdout.write(`${Math.round(mb)} MB  ${name}\n`)
rmSync(folder, { recursive: true, force: true })
