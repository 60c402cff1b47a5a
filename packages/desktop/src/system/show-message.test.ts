import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { showMessage } from './show-message.ts'

const folder = mkdtempSync(join(tmpdir(), 'tavla-message-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('shows a message by the first program that there is, as plain text', async () => {
  const lines = [`No browser: <b>install</b> one & "start" again ${'or '.repeat(8)}`.trim(), 'look elsewhere']
  const text = lines.join(' ')
  expect(showMessage(text, { platform: 'linux', path: folder })).toBeUndefined()
  const shown = join(folder, 'shown')
  const addProgram = (name: string) => {
    writeFileSync(
      join(folder, name),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${shown}.part'\nmv '${shown}.part' '${shown}'\n`,
    )
    chmodSync(join(folder, name), 0o755)
  }
  addProgram('notify-send')
  addProgram('xmessage')
  expect(showMessage(text, { platform: 'linux', path: `/nowhere:${folder}` })).toBe('xmessage')
  await expect.poll(() => existsSync(shown)).toBe(true)
  expect(readFileSync(shown, 'utf8').trim().split('\n')).toEqual(['-center', '-title', 'Tavla', ...lines])
  expect(showMessage(text, { platform: 'aix', path: folder })).toBeUndefined()
})
