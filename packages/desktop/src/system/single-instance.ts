import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { systemClock } from './system-clock.ts'

/** Arguments that a second start passes to the first one. */
type Start = readonly string[]

export interface InstanceLock {
  release(): void
}

/** Longer than any command line of ours. */
const longestMessage = 64 * 1024

/** Systems limit socket names to about 100 bytes. */
const longestSocketName = 100

/** Lock address per settings folder, at a path where no other user can create a socket. */
export function getLockAddress({ folder, socketFolder, platform }: Environment): string {
  const name = `tavla-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inFolder = join(folder, 'shell.sock')
  return inFolder.length <= longestSocketName ? inFolder : join(socketFolder, `${name}.sock`)
}

/**
 * Acquires the lock, or passes `start` to the running shell and returns undefined. A socket left by a killed
 * shell is removed; if two starts do so at once, only one finds its own socket afterwards.
 */
export async function lockInstance(
  address: string,
  start: Start,
  onStart: (start: Start) => void,
): Promise<InstanceLock | undefined> {
  const id = randomUUID()
  for (;;) {
    if (await sendToRunning(address, start)) return undefined
    const server = await listen(address, id, onStart)
    if (!server) await removeAbandoned(address)
    else if ((await askId(address)) === id) return { release: () => void server.close() }
    else server.close()
  }
}

/** Undefined if a socket of this name exists. */
function listen(address: string, id: string, onStart: (start: Start) => void): Promise<Server | undefined> {
  const server = createServer((socket) => receive(socket, id, onStart))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => {
      if (!isPipe(address)) chmodSync(address, 0o600)
      resolve(server)
    })
  })
}

const isPipe = (address: string) => address.startsWith('\\\\')

/** Longer than a removal takes: the process that created this folder was killed. */
const abandonedAfterMs = 5_000

/**
 * Removes a socket without a listener. A lock folder ensures that one process at a time checks and removes it, so
 * that no newer socket is removed.
 */
async function removeAbandoned(address: string): Promise<void> {
  if (isPipe(address)) return
  const removing = `${address}.removing`
  try {
    mkdirSync(removing)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const made = statSync(removing, { throwIfNoEntry: false })?.mtimeMs
    if (made !== undefined && systemClock.now() - made > abandonedAfterMs)
      rmSync(removing, { recursive: true, force: true })
    return
  }
  try {
    if ((await askId(address)) === undefined) rmSync(address, { force: true })
  } finally {
    rmSync(removing, { recursive: true, force: true })
  }
}

function receive(socket: Socket, id: string, onStart: (start: Start) => void): void {
  let text = ''
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: string) => {
    text += part
    if (text.length > longestMessage) return socket.destroy()
    if (!text.endsWith('\n')) return
    if (text !== 'id\n') {
      const start = parseStart(text)
      if (start) onStart(start)
    }
    socket.end(id)
  })
}

function parseStart(text: string): Start | undefined {
  try {
    const args: unknown = JSON.parse(text)
    return Array.isArray(args) && args.every((each) => typeof each === 'string') ? args : undefined
  } catch {
    return undefined
  }
}

async function sendToRunning(address: string, start: Start): Promise<boolean> {
  return (await request(address, JSON.stringify(start))) !== undefined
}

const askId = (address: string) => request(address, 'id')

/** The answer of the shell at this address; undefined if there is none. */
function request(address: string, message: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(`${message}\n`))
    socket.on('data', (part: string) => (answer += part))
    socket.on('end', () => resolve(answer === '' ? undefined : answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET'
        ? resolve(undefined)
        : reject(error),
    )
  })
}
