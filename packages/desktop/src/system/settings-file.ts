import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSettings, type Settings } from '../core/settings.ts'

/** The shell's settings file, readable only by its owner. */
export class SettingsFile {
  readonly #path: string
  #settings: Settings

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#path = join(folder, 'shell.json')
    this.#settings = parseSettings(readIfThere(this.#path))
  }

  get(): Settings {
    return this.#settings
  }

  change(part: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...part }
    // Renamed over the old file, so that a crash leaves a complete one.
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#settings), { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
