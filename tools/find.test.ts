import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowser, hasSuitedBrowser } from './find-browser.ts'
import { findPostgres } from './find-postgres.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tavla-find-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, mode = 0o755) {
  writeFileSync(join(folder, name), '')
  chmodSync(join(folder, name), mode)
}

test('the browser is the first executable one on the PATH', () => {
  program('google-chrome')
  program('chromium', 0o644)
  expect(findBrowser({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'google-chrome'))
})

test('the headless shell is preferred to the full browser', () => {
  program('chromium')
  expect(hasSuitedBrowser({ PATH: folder })).toBe(false)
  program('chromium-headless-shell')
  expect(findBrowser({ PATH: folder })).toBe(join(folder, 'chromium-headless-shell'))
  expect(hasSuitedBrowser({ PATH: folder })).toBe(true)
})

test('a configured browser is used, found or not, so that its absence is noticed', () => {
  program('chromium')
  expect(findBrowser({ PATH: folder, TAVLA_BROWSER: '/nowhere/chrome' })).toBe('/nowhere/chrome')
})

test('a configured PostgreSQL folder is used', () => {
  expect(findPostgres({ PATH: folder, TAVLA_TEST_PG_BIN: '/opt/pg/bin' })).toBe('/opt/pg/bin')
})
