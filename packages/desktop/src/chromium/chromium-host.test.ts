import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { WindowEvents, WindowOptions } from '../core/shell-host.ts'
import { BrowserStartError, ChromiumHost } from './chromium-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'tavla-host-'))
afterAll(() => rmSync(folder, { recursive: true }))

const events: WindowEvents = {
  onMessage: async () => ({ isOk: false }),
  onNavigation: () => false,
  onNewWindow: () => {},
  onLoadFailed: () => {},
  onLoaded: () => {},
  onClosed: () => {},
}

it('starts the browser with a pipe and its own profile, and never a port', async () => {
  const program = join(folder, 'browser')
  const profile = join(folder, 'profile')
  // A browser that logs its arguments and ends.
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/arguments'\necho broken >&2\nexit 1\n`)
  chmodSync(program, 0o755)
  const bounds = { left: -20, top: 10, width: 900, height: 640 }
  const opening = new ChromiumHost({ program, profile }).open({ bounds }, events)
  await expect(opening).rejects.toThrow(BrowserStartError)
  await expect(opening).rejects.toMatchObject({ output: 'broken' })
  const args = readFileSync(join(folder, 'arguments'), 'utf8').trim().split('\n')
  expect(args).toContain('--remote-debugging-pipe')
  expect(
    args.filter((text) => /debugging-(port|address)|no-sandbox|disable-web-security/.test(text)),
  ).toEqual([])
  for (const text of [`--user-data-dir=${profile}`, '--window-size=900,640', '--window-position=-20,10'])
    expect(args).toContain(text)
  const preferences = join(profile, 'Default/Preferences')
  expect(statSync(preferences).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(preferences, 'utf8'))).toMatchObject({
    download: { prompt_for_download: true },
  })
})

it('has the browser load the first page by itself, and only an empty one without a server', async () => {
  const program = join(folder, 'starter')
  const profile = join(folder, 'profile')
  const start = async (options: WindowOptions) => {
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/started'\nexit 1\n`)
    chmodSync(program, 0o755)
    await expect(new ChromiumHost({ program, profile }).open(options, events)).rejects.toThrow()
    return /--app=(.*)/.exec(readFileSync(join(folder, 'started'), 'utf8'))?.[1]
  }
  const page = 'https://board.example.org/app/pcapp'
  expect(await start({ origin: 'https://board.example.org', page })).toBe(page)
  expect(await start({})).toMatch(/^data:text\/html,/)
})

it('says so if the browser cannot be started', async () => {
  const host = new ChromiumHost({ program: join(folder, 'missing'), profile: join(folder, 'other') })
  await expect(host.open({}, events)).rejects.toThrow(BrowserStartError)
})
