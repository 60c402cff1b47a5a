import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Full browsers that the desktop app can use, the preferred one first. */
export const desktopBrowsers = ['chromium', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']

/**
 * Names a program that the desktop app's tests need and that is missing: a full browser, an X server, a window
 * manager, or a tool that reads and controls windows.
 */
export function findMissingProgram(): string | undefined {
  if (findProgram(...desktopBrowsers) === undefined) return 'chromium'
  return ['Xvfb', 'openbox', 'xdotool', 'xprop', 'import'].find((name) => findProgram(name) === undefined)
}

/** The path of the first of these programs that is on the PATH. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
