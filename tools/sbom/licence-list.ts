import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedPackages } from './packages.ts'

const licenceFile = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i

/** Name, version and licence of everything shipped, then the texts that the packages bring, each text once. */
export function createLicenceList({ packages }: LockedPackages, root: string): string {
  const shipped = packages.filter(({ isShipped }) => isShipped)
  const lines = new Set(shipped.map(({ name, version, licence }) => `${name} ${version}: ${licence}`))
  const users = new Map<string, Set<string>>()
  for (const { name, version, path } of shipped) {
    for (const text of readTexts(join(root, path))) {
      const named = users.get(text) ?? new Set()
      users.set(text, named.add(`${name} ${version}`))
    }
  }
  const texts = [...users].map(([text, names]) => `${[...names].join(', ')}\n\n${text}`)
  return `${['Packages of others in Tavla', [...lines].join('\n'), ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** Packages for other systems are not installed, and have no texts here. */
function readTexts(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => licenceFile.test(name))
    return names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim())
  } catch {
    return []
  }
}
