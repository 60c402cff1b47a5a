import { execFile } from 'node:child_process'
import { linkScheme } from '../core/link.ts'

/** Menu entry that the packages install. */
const entryId = 'tavla.desktop'
/** `xdg-mime` is a script that may ask the desktop environment. */
const answerWithinMs = 3_000

/**
 * Whether links of our scheme start this app. Elsewhere than on Linux the packages were never run, so the sign-in
 * uses 127.0.0.1 there.
 */
export function isSchemeOurs(platform: NodeJS.Platform, program = 'xdg-mime'): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(false)
  const args = ['query', 'default', `x-scheme-handler/${linkScheme}`]
  return new Promise((resolve) => {
    execFile(program, args, { timeout: answerWithinMs }, (error, output) =>
      resolve(!error && output.trim() === entryId),
    )
  })
}
