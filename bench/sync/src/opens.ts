import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { importBoard, makeScene } from './boards.ts'
import type { OpenOrder } from './openers.ts'
import { loadCore, killOnExit, pinned, startServer } from './server-process.ts'

export interface Opening {
  readonly ms: number
  readonly bytes: number
  readonly firstScreen?: { readonly ms: number; readonly bytes: number }
  readonly elements: number
}

export interface OpenRow {
  readonly peer: string
  readonly elements: number
  /** Median of first openings, each of a server that has just started. */
  readonly cold?: Opening
  /** Median of later openings, with the board in the server's memory. */
  readonly warm?: Opening
  readonly storedBytes?: number
  readonly storedAs?: string
  readonly failed?: string
}

const openCapMs = 60_000
const coldTimes = 3
const warmTimes = 3

export async function runOpen(peer: string, elements: number): Promise<OpenRow> {
  const row = { peer, elements }
  const folder = mkdtempSync(join(tmpdir(), `bench-sync-open-${peer}-`))
  try {
    const scene = makeScene('mixed', elements)
    const columns = Math.ceil(Math.sqrt(elements * 1.2))
    const { board, token } = await importBoard[peer]!(folder, scene)
    const stored = measureStorage(peer, folder)
    // The centre of the scene in a window of 1280 × 800.
    const view = { x: columns * 45 - 640, y: Math.ceil(elements / columns) * 38 - 400, w: 1280, h: 800 }
    const cold: Opening[] = []
    const warm: Opening[] = []
    for (let start = 0; start < coldTimes; start += 1) {
      const server = await startServer(peer, { folder })
      try {
        const order = { port: server.port, board, view, ...(token === undefined ? {} : { token }) }
        cold.push(await openOnce(peer, order))
        if (start < coldTimes - 1) continue
        const stay = await holdOpen(peer, order)
        for (let i = 0; i < warmTimes; i += 1) warm.push(await openOnce(peer, order))
        stay()
      } finally {
        await server.stop()
      }
    }
    return { ...row, cold: getMiddle(cold), warm: getMiddle(warm), ...stored }
  } catch (error) {
    return { ...row, failed: error instanceof Error ? error.message.slice(0, 300) : String(error) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function getMiddle(openings: readonly Opening[]): Opening {
  return openings.toSorted((a, b) => a.ms - b.ms)[Math.floor(openings.length / 2)]!
}

/** Keeps the board open, so that it stays in the server's memory. */
async function holdOpen(peer: string, order: OpenOrder): Promise<() => void> {
  const { openers } = await import('./openers.ts')
  const opened = await openers[peer]!(order)
  return () => opened.close()
}

function openOnce(peer: string, order: OpenOrder): Promise<Opening> {
  const args = [join(import.meta.dirname, 'open-one.ts'), peer, JSON.stringify(order)]
  const { command, args: rest } = pinned(loadCore, args)
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'], cwd: join(import.meta.dirname, '..') })
  killOnExit(child)
  return new Promise((resolve, reject) => {
    let out = ''
    let errors = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`did not finish in ${openCapMs / 1000} s`))
    }, openCapMs)
    child.stdout.on('data', (data: Buffer) => (out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (errors = (errors + data.toString()).slice(-2000)))
    child.once('exit', () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(out.trim().split('\n').at(-1) ?? '') as Opening)
      } catch {
        reject(new Error(`opening failed: ${errors.trim().slice(-400)}`))
      }
    })
  })
}

/** Size of the board on disk, without edit logs. */
function measureStorage(peer: string, folder: string): { storedBytes?: number; storedAs?: string } {
  const sum = (file: string, sql: string): number => {
    const db = new DatabaseSync(file, { readOnly: true })
    const { bytes } = db.prepare(sql).get() as { bytes: number }
    db.close()
    return bytes
  }
  if (peer === 'tavla') {
    const file = readdirSync(folder).find((name) => name.endsWith('.db') && name !== 'lock.db')
    if (!file) return {}
    const path = join(folder, file)
    const last = 'SELECT coalesce(sum(length(manifest)), 0) AS bytes FROM checkpoints WHERE seq = (SELECT max(seq) FROM checkpoints)'
    const chunks = 'SELECT coalesce(sum(length(bytes)), 0) AS bytes FROM chunks'
    return { storedBytes: sum(path, chunks) + sum(path, last), storedAs: 'checkpoint, compressed' }
  }
  if (peer === 'hocuspocus')
    return {
      storedBytes: sum(join(folder, 'hocuspocus.db'), 'SELECT sum(length(data)) AS bytes FROM documents'),
      storedAs: 'one update',
    }
  if (peer === 'tldraw')
    return {
      storedBytes: sum(join(folder, 'board.db'), 'SELECT sum(length(state)) AS bytes FROM documents'),
      storedAs: 'JSON rows',
    }
  return { storedBytes: getFolderSize(join(folder, 'leveldb')), storedAs: 'LevelDB' }
}

function getFolderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, entry) => bytes + statSync(join(entry.parentPath, entry.name)).size, 0)
}
