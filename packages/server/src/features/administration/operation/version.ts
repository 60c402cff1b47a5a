import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AdminContext } from '../act.ts'

const root = join(import.meta.dirname, '../../../../../../')

const Lock = z.object({
  version: z.string(),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

/** What this server runs, as its lock file states it. */
export async function showVersion({ app }: AdminContext<'version'>) {
  const lock = Lock.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const packages = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license = '' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const database = app.config.databaseUrl === null ? ('SQLite' as const) : ('PostgreSQL' as const)
  return { version: lock.version, node: process.version, database, packages }
}
