import { createHash } from 'node:crypto'
import type { LockedPackage, LockedPackages } from './packages.ts'

type Json = Record<string, unknown>

/** The package URL of npm packages, which names no registry. */
const getPurl = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Equal packages may be installed more than once, so references name the folder as well. */
const getReference = (one: LockedPackage): string => `${getPurl(one)}#${one.path}`

function describe(one: LockedPackage): Json {
  const isExpression = /\s/.test(one.licence)
  const [scope, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name]
  return {
    type: 'library',
    'bom-ref': getReference(one),
    ...(scope === undefined ? {} : { group: scope }),
    name,
    version: one.version,
    // CycloneDX: "excluded" is what does not run with the product.
    scope: one.isShipped ? (one.isOptional ? 'optional' : 'required') : 'excluded',
    ...(one.sha512 === null ? {} : { hashes: [{ alg: 'SHA-512', content: one.sha512 }] }),
    ...(one.licence === ''
      ? {}
      : { licenses: [isExpression ? { expression: one.licence } : { license: { id: one.licence } }] }),
    purl: getPurl(one),
  }
}

/** The packages as a CycloneDX 1.6 document. It has no time, so that equal lock files give equal documents. */
export function createSbom({ version, packages, direct }: LockedPackages): Json {
  const references = new Map(packages.map((one) => [one.path, getReference(one)]))
  const refer = (paths: readonly string[]): string[] => [
    ...new Set(paths.flatMap((path) => references.get(path) ?? [])),
  ]
  const components = packages.map(describe)
  const product = `pkg:npm/tavla@${version}`
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${getUuid(JSON.stringify(components))}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': product,
        name: 'tavla',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        purl: product,
      },
    },
    components,
    dependencies: [
      { ref: product, dependsOn: refer(direct) },
      ...packages.map((one) => ({ ref: getReference(one), dependsOn: refer(one.dependsOn) })),
    ],
  }
}

/** RFC 9562, version 8: a UUID made from a hash. */
function getUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
