import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run.ts'
import { createSbom } from '../sbom/cyclone-dx.ts'
import { createLicenceList } from '../sbom/licence-list.ts'
import { findLicenceProblems, readLockFile } from '../sbom/packages.ts'

// "npm run sbom" writes the bill of materials and the licences of everything that the lock file installs; "-- --to DIR"
// says where. It fails if something that is shipped has a licence that we do not take.

const { values } = parseArgs({ options: { to: { type: 'string', default: '.tavla/sbom' } } })
const folder = resolve(values.to)
const locked = readLockFile(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const problems = findLicenceProblems(locked)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'tavla.cdx.json'), `${JSON.stringify(createSbom(locked), null, 2)}\n`)
writeFileSync(join(folder, 'licences.txt'), createLicenceList(locked, root))
const shipped = locked.packages.filter(({ isShipped }) => isShipped).length
process.stdout.write(
  [
    `${locked.packages.length} packages, ${shipped} of them shipped: ${join(folder, 'tavla.cdx.json')} and licences.txt`,
    ...problems,
    '',
  ].join('\n'),
)
process.exitCode = problems.length > 0 ? 1 : 0
