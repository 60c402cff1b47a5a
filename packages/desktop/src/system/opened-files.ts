import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DesktopFile } from '@tavla/contract/desktop'
import { isDrawingFile } from '../core/start-arguments.ts'

/** Larger files would have to pass through memory several times; the dashboard imports them. */
export const longestFile = 64 * 1024 * 1024
const scheme = /^[a-z][a-z0-9+.-]+:/i

/**
 * Makes file arguments absolute, because a start can be passed to a shell that runs in another folder. File managers
 * pass `file:` URLs.
 */
export function resolveFileArguments(args: readonly string[], folder: string): readonly string[] {
  return args.map((text) => {
    if (!isDrawingFile(text) || text.startsWith('-')) return text
    if (!scheme.test(text)) return resolve(folder, text)
    return /^file:/i.test(text) ? (toPath(text) ?? text) : text
  })
}

/** Undefined for a file on another computer. */
function toPath(url: string): string | undefined {
  try {
    return fileURLToPath(url)
  } catch {
    return undefined
  }
}

/** Reads a regular file; anything else is returned empty. */
export async function readOpenedFile(path: string): Promise<DesktopFile> {
  const name = basename(path)
  try {
    // Opening a named pipe would wait.
    const stats = await stat(path)
    if (stats.isFile() && stats.size > longestFile) return { name, base64: '', isTooLarge: true }
    return { name, base64: stats.isFile() ? await readFile(path, 'base64') : '' }
  } catch {
    return { name, base64: '' }
  }
}
