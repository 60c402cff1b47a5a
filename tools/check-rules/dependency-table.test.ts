import { expect, test } from 'vitest'
import { compareDependencies } from './dependency-table.ts'

const readme = [
  '# A',
  '| `not-this` |',
  '## Dependencies',
  '| Package | Why |',
  '|---|---|',
  '| `zod`, `ws` | `x` |',
  '## B',
].join('\n')

test('a table that matches the manifests is no problem; our own packages need no row', () => {
  const manifests = [{ dependencies: { zod: '1', '@tavla/canvas': '*' } }, { devDependencies: { ws: '1' } }]
  expect(compareDependencies(readme, manifests)).toEqual([])
})

test('a package without a reason, and a reason without a package', () => {
  expect(
    compareDependencies(readme, [{ dependencies: { zod: '1' }, optionalDependencies: { pg: '1' } }]),
  ).toEqual(['README.md gives no reason for pg', 'README.md lists ws, which nothing depends on'])
})
