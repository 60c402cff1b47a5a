import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const headlessShell = 'chromium-headless-shell'

// The shell comes first: the same engine without a window system's part, for a third less of the processor.
const names = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** What every browser of the tests is started with. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  // Glyphs are positioned as in the full browser: the shell would round them to whole pixels.
  '--font-render-hinting=none',
]

/**
 * The Chromium-family browser that the tests drive: `TAVLA_BROWSER` if set, else the first one on the PATH, else the
 * system's usual places. Playwright's own download is not used, so that tests run where only a package mirror is reachable.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.TAVLA_BROWSER) return env.TAVLA_BROWSER
  const places = folders(env).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...places, ...usualPlaces].find(isExecutable)
}

/** Whether the tests have the browser that suits them best, or one that was chosen by name. */
export function hasSuitedBrowser(env: NodeJS.ProcessEnv = process.env): boolean {
  return (
    Boolean(env.TAVLA_BROWSER) || folders(env).some((folder) => isExecutable(join(folder, headlessShell)))
  )
}

/** Firefox, which the tests also run on where it is: `TAVLA_FIREFOX` if set, else the one on the PATH. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.TAVLA_FIREFOX) return env.TAVLA_FIREFOX
  return folders(env)
    .flatMap((folder) => ['firefox-esr', 'firefox'].map((name) => join(folder, name)))
    .find(isExecutable)
}

function folders(env: NodeJS.ProcessEnv): readonly string[] {
  return (env.PATH ?? '').split(delimiter).filter(Boolean)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
