import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** File system that Linux keeps in memory. */
const memoryFolder = '/dev/shm'
/** What the databases and browser profiles of all tests need at the same time, with a margin. */
const neededBytes = 4 * 2 ** 30

/**
 * Puts the temporary files of tests into memory where there is enough of it: thousands of databases wait for a disk
 * at each commit. Tests that end a server by force lose nothing by it, since the files outlive the process. A TMPDIR
 * that is set stays.
 */
export function useMemoryForTests(env: NodeJS.ProcessEnv = process.env, folder = memoryFolder): void {
  if (env.TMPDIR === undefined && isSuited(folder)) env.TMPDIR = folder
}

function isSuited(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes && canRunPrograms(folder)
  } catch {
    return false
  }
}

/** Tests make small programs of their own, which some systems forbid there. */
function canRunPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'tavla-try-'))
  try {
    const program = join(own, 'program')
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(own, { recursive: true })
  }
}
