/**
 * What every server of this kind needs for one board, before any of its own code: a bare one that stores each edit by
 * an SQLite transaction in a thread before it sends it on, and what people show in one message per tick. The bound for
 * Tavla's delivery of edits and processor time, with the load of `load.ts`.
 *   node src/base-delivery.ts [people …]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { pause, processCpuMs, quantile } from './machine.ts'
import { killOnExit, pinned, serverCore } from './server-process.ts'

const seconds = 20
const warmUpSeconds = 2
/** As Tavla's server does on boards of this size. */
const getTickMs = (people: number): number => (people <= 20 ? 8 : 33)
const tags = { shown: 0, edit: 1 } as const
const shownBytes = 60
const editBytes = 300

const thread = (database: string): string => `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort } = require('node:worker_threads')
  const db = new DatabaseSync(${JSON.stringify(database)})
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE edits (seq INTEGER PRIMARY KEY, bytes BLOB)')
  const insert = db.prepare('INSERT INTO edits (bytes) VALUES (?)')
  parentPort.on('message', ({ from, bytes }) => {
    insert.run(bytes)
    parentPort.postMessage({ from, bytes })
  })
`

const server = (database: string, tickMs: number): string => `
  const { Worker } = require('node:worker_threads')
  const { WebSocketServer } = require('ws')
  const sockets = new Map()
  const shown = new Map()
  const worker = new Worker(${JSON.stringify(thread(database))}, { eval: true, execArgv: [] })
  worker.on('message', ({ bytes }) => { for (const socket of sockets.values()) socket.send(bytes) })
  setInterval(() => {
    if (shown.size === 0) return
    const all = Buffer.concat([...shown.values()])
    shown.clear()
    for (const socket of sockets.values()) socket.send(all)
  }, ${tickMs})
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  let next = 0
  server.on('connection', (socket) => {
    const id = next++
    sockets.set(id, socket)
    socket.on('close', () => sockets.delete(id))
    socket.on('message', (bytes) => {
      if (bytes[0] === ${tags.edit}) worker.postMessage({ from: id, bytes })
      else shown.set(id, bytes)
    })
  })
  server.on('listening', () => console.log(server.address().port))
`

function createMessage(tag: number, bytes: number): Buffer {
  const message = Buffer.alloc(bytes, 7)
  message[0] = tag
  message.writeDoubleLE(performance.now(), 1)
  return message
}

async function measure(people: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sync-base-'))
  const { command, args } = pinned(serverCore, ['-e', server(join(folder, 'base.db'), getTickMs(people))])
  const child = killOnExit(spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] }))
  const port = await new Promise<number>((resolve) =>
    child.stdout!.once('data', (data: Buffer) => resolve(Number(data.toString()))),
  )
  const latencies: number[] = []
  const sockets = await Promise.all(
    Array.from({ length: people }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
      await once(socket, 'open')
      return socket
    }),
  )
  for (const socket of sockets.slice(0, 6)) {
    socket.on('message', (data: Buffer) => {
      if (data[0] === tags.edit) latencies.push(performance.now() - data.readDoubleLE(1))
    })
  }
  const timers = sockets.flatMap((socket, i) => {
    const repeat = (tag: number, bytes: number, ms: number) =>
      setInterval(() => socket.send(createMessage(tag, bytes)), ms)
    const all = [repeat(tags.shown, shownBytes, 200)]
    if (i % 10 === 0) all.push(repeat(tags.shown, shownBytes, 50), repeat(tags.edit, editBytes, 500))
    return all
  })
  await pause(warmUpSeconds * 1000)
  latencies.length = 0
  const beforeMs = processCpuMs(child.pid!)
  await pause(seconds * 1000)
  const cpuMs = processCpuMs(child.pid!) - beforeMs
  for (const timer of timers) clearInterval(timer)
  for (const socket of sockets) socket.terminate()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
  const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)]
  return `${people} people: edits p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms; ${(cpuMs / (seconds * 10)).toFixed(1)} % of a core`
}

const sizes = process.argv.slice(2).map(Number)
for (const people of sizes.length > 0 ? sizes : [2, 10, 20, 50, 200]) process.stdout.write(`${await measure(people)}\n`)
