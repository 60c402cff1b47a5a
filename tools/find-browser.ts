import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * The Chromium-family browser that the tests drive: `TAVLA_BROWSER` if set, else the first one on the PATH, else the
 * system's usual places. Playwright's own download is not used, so that tests run where only a package mirror is reachable.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.TAVLA_BROWSER) return env.TAVLA_BROWSER
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...usualPlaces]
  return candidates.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
