import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { createSbom } from './cyclone-dx.ts'
import { createLicenceList } from './licence-list.ts'
import { findLicenceProblems, readLockFile } from './packages.ts'

const lock = (packages: object): string => JSON.stringify({ version: '1.2.3', packages })

const small = lock({
  '': { workspaces: ['packages/web'], devDependencies: { tester: '1' } },
  'packages/web': { dependencies: { '@some/a': '1', b: '1' } },
  'node_modules/@some/a': {
    version: '1.0.0',
    license: 'MIT',
    integrity: `sha512-${Buffer.from('abc').toString('base64')}`,
    resolved: 'https://packages.example.org/a.tgz',
    dependencies: { b: '2' },
  },
  'node_modules/@some/a/node_modules/b': { version: '2.0.0', license: '(MIT OR CC0-1.0)' },
  'node_modules/b': { version: '1.0.0', license: 'ISC', optional: true },
  'node_modules/tester': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
  'node_modules/web': { link: true, resolved: 'packages/web' },
})

test('a bill of materials names each package, what it loads, and no place it came from', () => {
  const sbom = createSbom(readLockFile(small))
  expect(sbom['components']).toMatchObject([
    {
      group: '@some',
      name: 'a',
      scope: 'required',
      purl: 'pkg:npm/%40some/a@1.0.0',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '616263' }],
    },
    { name: 'b', version: '2.0.0', licenses: [{ expression: '(MIT OR CC0-1.0)' }] },
    { name: 'b', version: '1.0.0', scope: 'optional' },
    { name: 'tester', scope: 'excluded' },
  ])
  const a = 'pkg:npm/%40some/a@1.0.0#node_modules/@some/a'
  expect(sbom['dependencies']).toContainEqual({
    ref: a,
    dependsOn: ['pkg:npm/b@2.0.0#node_modules/@some/a/node_modules/b'],
  })
  expect(sbom['dependencies']).toContainEqual({
    ref: 'pkg:npm/tavla@1.2.3',
    dependsOn: [a, 'pkg:npm/b@1.0.0#node_modules/b'],
  })
  expect(JSON.stringify(sbom)).not.toContain('packages.example.org')
})

test('a licence that is missing or not allowed is a problem of what is shipped only', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/c': { version: '1.0.0', license: 'MIT AND GPL-3.0-only' },
    'node_modules/d': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
  }
  expect(findLicenceProblems(readLockFile(lock(packages)))).toEqual([
    'a 1.0.0 has the licence GPL-3.0-only',
    'b 1.0.0 has the licence (none)',
    'c 1.0.0 has the licence MIT AND GPL-3.0-only',
  ])
})

test('everything that the product ships has an allowed licence and a hash', () => {
  const locked = readLockFile(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  expect(findLicenceProblems(locked)).toEqual([])
  expect(locked.packages.filter(({ sha512 }) => sha512 === null).map(({ path }) => path)).toEqual([])
  expect(createSbom(locked)).toEqual(createSbom(locked))
  const references = JSON.stringify(createSbom(locked)).match(/"https?:\/\/[^/"]+/g)
  expect(new Set(references)).toEqual(new Set(['"http://cyclonedx.org']))
})

test('the list of licences has the texts that the packages bring', () => {
  const locked = readLockFile(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const list = createLicenceList(locked, root)
  expect(list).toContain('\nfastify ')
  expect(list).toContain('Copyright (c) 2016-present The Fastify')
  expect(list).not.toContain('vitest ')
})
