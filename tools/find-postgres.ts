import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const debianRoot = '/usr/lib/postgresql'

/**
 * The folder that holds `initdb` and `postgres`: `TAVLA_TEST_PG_BIN` if set, else the newest version Debian installed
 * (it keeps them off the PATH), else the PATH.
 */
export function findPostgres(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.TAVLA_TEST_PG_BIN) return env.TAVLA_TEST_PG_BIN
  const folders = [...debianFolders(), ...(env.PATH ?? '').split(delimiter).filter(Boolean)]
  return folders.find(
    (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  )
}

function debianFolders(): string[] {
  try {
    return readdirSync(debianRoot)
      .filter((name) => /^\d+$/.test(name))
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debianRoot, version, 'bin'))
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
