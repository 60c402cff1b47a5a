import { z } from 'zod'

const Names = z.record(z.string(), z.string()).default({})
const Entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().default(false),
  dev: z.boolean().default(false),
  devOptional: z.boolean().default(false),
  optional: z.boolean().default(false),
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
})
const LockFile = z.object({ version: z.string(), packages: z.record(z.string(), Entry) })

/** A package of others that the lock file installs. */
export interface LockedPackage {
  /** Where it is installed, such as `node_modules/a/node_modules/b`. */
  readonly path: string
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly licence: string
  /** SHA-512 in hexadecimal digits, where the lock file has one. */
  readonly sha512: string | null
  /** Runs with the product, rather than building or testing it. */
  readonly isShipped: boolean
  /** Depends on the system, such as prebuilt programs. */
  readonly isOptional: boolean
  /** Paths of the packages that it loads. */
  readonly dependsOn: readonly string[]
}

export interface LockedPackages {
  /** Of the product itself. */
  readonly version: string
  readonly packages: readonly LockedPackage[]
  /** Paths of the packages that our own ones name. */
  readonly direct: readonly string[]
}

/** Licences that the lock file does not say, or not in SPDX's words; read in the packages. */
const licences: Readonly<Record<string, string>> = { 'png-js': 'MIT', 'MPL 2.0': 'MPL-2.0' }

const folder = 'node_modules/'

/** Reads the packages that a lock file of npm (version 3) installs, ordered by path. */
export function readLockFile(text: string): LockedPackages {
  const { version, packages } = LockFile.parse(JSON.parse(text))
  const resolve = (from: string, names: Readonly<Record<string, string>>): string[] =>
    Object.keys(names).flatMap((name) => findInstalled(packages, from, name) ?? [])
  const found: LockedPackage[] = []
  const direct = new Set<string>()
  for (const [path, entry] of Object.entries(packages)) {
    const needed = { ...entry.dependencies, ...entry.optionalDependencies }
    if (!path.includes(folder)) {
      for (const one of resolve(path, needed)) if (packages[one]?.link !== true) direct.add(one)
      continue
    }
    if (entry.link) continue
    const name = entry.name ?? path.slice(path.lastIndexOf(folder) + folder.length)
    const stated = entry.license === undefined ? undefined : (licences[entry.license] ?? entry.license)
    found.push({
      path,
      name,
      version: entry.version ?? '',
      licence: stated ?? licences[name] ?? '',
      sha512: readSha512(entry.integrity),
      isShipped: !entry.dev,
      // npm: needed by a tool of the project, and by something shipped that also works without it.
      isOptional: entry.optional || entry.devOptional,
      dependsOn: resolve(path, { ...needed, ...entry.peerDependencies }),
    })
  }
  return {
    version,
    packages: found.toSorted((a, b) => compare(a.path, b.path)),
    direct: [...direct].toSorted(compare),
  }
}

/** As Node does: in the package's own folder, then in those around it. */
function findInstalled(
  packages: Readonly<Record<string, unknown>>,
  from: string,
  name: string,
): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = at === '' ? `${folder}${name}` : `${at}/${folder}${name}`
    if (path in packages) return path
    if (at === '') return null
  }
}

function readSha512(integrity: string | undefined): string | null {
  const digest = /sha512-(\S+)/.exec(integrity ?? '')?.[1]
  return digest === undefined ? null : Buffer.from(digest, 'base64').toString('hex')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What may be shipped with the product. */
export const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  // Used unmodified, as libraries of their own that can be replaced.
  'LGPL-3.0-or-later',
  'MPL-2.0',
])

/** Shipped packages whose licence is unknown or not allowed. */
export function findLicenceProblems({ packages }: LockedPackages): string[] {
  return packages
    .filter(({ isShipped }) => isShipped)
    .filter(
      ({ licence }) =>
        licence === '' ||
        !licence
          .split(/[()\s]+|AND|OR/)
          .filter(Boolean)
          .every((id) => allowedLicences.has(id)),
    )
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} has the licence ${licence === '' ? '(none)' : licence}`,
    )
}
