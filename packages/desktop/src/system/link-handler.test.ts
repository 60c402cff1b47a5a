import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isSchemeOurs } from './link-handler.ts'

const folder = mkdtempSync(join(tmpdir(), 'tavla-scheme-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('sign-in by link is used only where the system opens our links with the app', async () => {
  const answer = (text: string) => {
    const program = join(folder, 'xdg-mime')
    writeFileSync(program, `#!/bin/sh\n[ "$3" = x-scheme-handler/tavla ] && echo '${text}'\n`)
    chmodSync(program, 0o755)
    return isSchemeOurs('linux', program)
  }
  expect(await answer('tavla.desktop')).toBe(true)
  expect(await answer('other.desktop')).toBe(false)
  expect(await answer('')).toBe(false)
  expect(await isSchemeOurs('linux', join(folder, 'missing'))).toBe(false)
  expect(await isSchemeOurs('darwin', join(folder, 'xdg-mime'))).toBe(false)
})
