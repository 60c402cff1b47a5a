import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../run.ts'

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

it('every row of the security checklist has a state, and evidence that exists', () => {
  for (const [, section = '', state = '', evidence = ''] of rows) {
    expect(['met', 'partly', 'not met', 'not applicable'], section).toContain(state)
    expect(evidence, section).not.toBe('')
    const paths = [...evidence.matchAll(/`([\w./-]+\.(?:ts|cjs|json|conf)|[\w./-]+Caddyfile)`/g)].map(
      ([, path]) => path ?? '',
    )
    for (const path of paths)
      expect(
        ['', 'packages/server/src'].some((folder) => existsSync(join(root, folder, path))),
        path,
      ).toBe(true)
  }
})

it('the security checklist has each chapter of ASVS 5', () => {
  const chapters = new Set(rows.flatMap(([, section = '']) => /^V(\d+)\./.exec(section)?.[1] ?? []))
  expect([...chapters].map(Number).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  )
})
