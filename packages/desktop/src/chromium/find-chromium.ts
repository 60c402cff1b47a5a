import { delimiter, join } from 'node:path'
import type { Environment } from '../system/environment.ts'
import { isExecutable } from '../system/show-message.ts'

/** Program names of Chromium-based browsers. Chromium comes first, since it was installed on purpose. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
  'vivaldi-stable',
]

const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser', 'Vivaldi']

const windowsPrograms = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe'],
]

/** The browser for the app: the one set in the environment, else the first one installed. */
export function findChromium(
  environment: Environment,
  isProgram: (path: string) => boolean = isExecutable,
): string | undefined {
  if (environment.browser !== undefined) return environment.browser
  return listPlaces(environment).find(isProgram)
}

function listPlaces({ platform, path, home, programFolders }: Environment): readonly string[] {
  if (platform === 'win32')
    return programFolders.flatMap((folder) => windowsPrograms.map((parts) => join(folder, ...parts)))
  const onPath = path
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  if (platform !== 'darwin') return onPath
  const apps = ['/Applications', join(home, 'Applications')].flatMap((folder) =>
    macApps.map((app) => join(folder, `${app}.app`, 'Contents/MacOS', app)),
  )
  return [...apps, ...onPath]
}
