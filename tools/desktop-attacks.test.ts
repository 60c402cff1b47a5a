import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.ts'

it('every attack on the desktop app has tests, and they exist', () => {
  const page = readFileSync(join(root, 'docs/desktop-security.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!Attack)/.test(line))
  expect(rows.length).toBeGreaterThanOrEqual(11)
  for (const row of rows) {
    const groups = [...(row.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`: ([^;|]+)/g)]
    expect(groups.length, row).toBeGreaterThan(0)
    for (const [, path = '', titles = ''] of groups) {
      const source = readFileSync(join(root, path), 'utf8').replaceAll("\\'", "'")
      const names = [...titles.matchAll(/“([^”]+)”/g)].map(([, name]) => name)
      expect(names.length, path).toBeGreaterThan(0)
      for (const name of names) expect(source, path).toContain(`'${name}'`)
    }
  }
})
