import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { readBlocks } from './operate-page.ts'

test('blocks of commands and of environment files are distinguished, with the section they are in', () => {
  const page = '## One\n\n```sh\na b\n```\n\n### Two\n\n```sh\nA_B=1\n# C=2\n```\n'
  expect(readBlocks(page)).toEqual([
    { section: 'One', text: 'a b', isEnvironment: false },
    { section: 'Two', text: 'A_B=1\n# C=2', isEnvironment: true },
  ])
})

test('docs/operate.md has the blocks that "npm run stress -- operate" runs', () => {
  const blocks = readBlocks(readFileSync(join(root, 'docs/operate.md'), 'utf8'))
  const count = (section: string, isEnvironment: boolean): number =>
    blocks.filter((block) => block.section === section && block.isEnvironment === isEnvironment).length
  expect(count('One server', false)).toBe(3)
  expect(count('One server', true)).toBe(1)
  expect(count('TLS with nginx', false)).toBe(1)
  expect(count('Backup and restore', false)).toBe(2)
  expect(count('Upgrade and rollback', false)).toBe(2)
})
