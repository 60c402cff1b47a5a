/**
 * What every server of this kind needs for one board, or many, before any of its own code: a bare one that stores each edit by
 * an SQLite transaction in a thread before it sends it on, and what people show in one message per tick. The bound for
 * Tavla's delivery of edits and processor time, with the load of `load.ts`.
 *   node src/base-delivery.ts [people | people x boards …]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause, processCpuMs, quantile } from './machine.ts'
import { RawSocket } from './raw-socket.ts'
import { killOnExit, pinned, serverCore } from './server-process.ts'

const seconds = 15
const warmUpSeconds = 2
/** As Tavla's server does on boards of this size; in crowds edits wait for the tick, since each write is a system call. */
const getTickMs = (people: number, boards: number): number => (boards > 1 ? 100 : people <= 20 ? 8 : 33)
/** Many boards take turns within a tick. */
const turns = 10
const isCrowd = (people: number): boolean => people > 400
/** The time in which everybody's cursor is sent once. */
const getRoundMs = (people: number): number => (people > 1000 ? 400 : isCrowd(people) ? 100 : 0)
const tags = { shown: 0, edit: 1 } as const
const shownBytes = 60
const editBytes = 300

const thread = (database: string): string => `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort } = require('node:worker_threads')
  const db = new DatabaseSync(${JSON.stringify(database)})
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE edits (seq INTEGER PRIMARY KEY, bytes BLOB)')
  const insert = db.prepare('INSERT INTO edits (bytes) VALUES (?)')
  parentPort.on('message', (edits) => {
    db.exec('BEGIN')
    for (const { bytes } of edits) insert.run(bytes)
    db.exec('COMMIT')
    parentPort.postMessage(edits)
  })
`

const server = (database: string, people: number, boards: number): string => `
  const { Worker } = require('node:worker_threads')
  const { WebSocketServer } = require('ws')
  const boards = []
  const waiting = []
  let isWriting = false
  const worker = new Worker(${JSON.stringify(thread(database))}, { eval: true, execArgv: [] })
  const isCrowd = ${isCrowd(people)}
  function sendAll({ sockets }, messages) {
    if (messages.length === 0) return
    const all = Buffer.concat(messages)
    for (const socket of sockets) socket.send(all)
  }
  function takeShown({ shown }) {
    const count = Math.ceil(shown.size * Math.min(1, ${getTickMs(people, boards)} / ${getRoundMs(people)}))
    const taken = [...shown].slice(0, count)
    for (const [id] of taken) shown.delete(id)
    return taken.map(([, bytes]) => bytes)
  }
  function write() {
    isWriting = waiting.length > 0
    if (isWriting) worker.postMessage(waiting.splice(0))
  }
  worker.on('message', (edits) => {
    for (const [index, some] of Map.groupBy(edits, ({ board }) => board)) {
      const messages = some.map(({ bytes }) => bytes)
      sendAll(boards[index], isCrowd ? [...messages, ...takeShown(boards[index])] : messages)
    }
    isWriting = false
    if (!isCrowd) write()
  })
  let turn = 0
  const turns = ${boards > 1 ? turns : 1}
  setInterval(() => {
    turn += 1
    if (isCrowd && !isWriting && waiting.length > 0) return write()
    for (let index = turn % turns; index < boards.length; index += turns) sendAll(boards[index], takeShown(boards[index]))
  }, ${getTickMs(people, boards)} / turns)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  let next = 0
  server.on('connection', (socket, request) => {
    const id = next++
    const index = Number(request.url.slice(1))
    const board = (boards[index] ??= { sockets: new Set(), shown: new Map() })
    board.sockets.add(socket)
    socket.on('close', () => board.sockets.delete(socket))
    socket.on('message', (bytes) => {
      if (bytes[0] !== ${tags.edit}) return board.shown.set(id, bytes)
      waiting.push({ board: index, bytes })
      if (!isCrowd && !isWriting) write()
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

function readEdits(data: Buffer, latencies: number[]): void {
  for (let at = 0; at < data.length; at += data[at] === tags.edit ? editBytes : shownBytes)
    if (data[at] === tags.edit) latencies.push(performance.now() - data.readDoubleLE(at + 1))
}

async function measure(people: number, boards: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sync-base-'))
  const { command, args } = pinned(serverCore, ['-e', server(join(folder, 'base.db'), people, boards)])
  const child = killOnExit(spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] }))
  const port = await new Promise<number>((resolve) =>
    child.stdout!.once('data', (data: Buffer) => resolve(Number(data.toString()))),
  )
  const latencies: number[] = []
  const sockets: RawSocket[] = []
  for (let index = 0; index < people * boards; index += 1) {
    const isListening = index < 4 || index >= people * boards - 2
    sockets.push(
      await RawSocket.open({ port, path: `/${Math.floor(index / people)}`, wants: () => isListening, onMessage: (data) => readEdits(data, latencies) }),
    )
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
  const own = process.cpuUsage()
  await pause(seconds * 1000)
  const cpuMs = processCpuMs(child.pid!) - beforeMs
  const { user, system } = process.cpuUsage(own)
  for (const timer of timers) clearInterval(timer)
  for (const socket of sockets) socket.close()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  rmSync(folder, { recursive: true, force: true })
  const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)]
  return `${people} people${boards > 1 ? ` on each of ${boards} boards` : ''}: edits p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms; ${(cpuMs / (seconds * 10)).toFixed(1)} % of a core (the load generator ${((user + system) / (seconds * 10_000)).toFixed(0)} %)`
}

const sizes = process.argv.length > 2 ? process.argv.slice(2) : ['2', '10', '20', '50', '200', '2000', '5x400']
for (const size of sizes) {
  const [people = 0, boards = 1] = size.split('x').map(Number)
  process.stdout.write(`${await measure(people, boards)}\n`)
}
