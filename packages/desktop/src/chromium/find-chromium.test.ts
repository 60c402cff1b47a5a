import { expect, it } from 'vitest'
import type { Environment } from '../system/environment.ts'
import { findChromium } from './find-chromium.ts'

const environment: Environment = {
  platform: 'linux',
  path: '/usr/local/bin:/usr/bin',
  home: '/home/ada',
  folder: '/home/ada/.config/tavla',
  socketFolder: '/tmp',
  browser: undefined,
  language: 'en',
  isWayland: false,
  programFolders: ['C:\\Program Files'],
}
const find = (given: Partial<Environment>, ...there: string[]) =>
  findChromium({ ...environment, ...given }, (path) => there.includes(path))

it('finds a Chromium-based browser, the first in the list', () => {
  expect(find({}, '/usr/bin/google-chrome', '/usr/bin/chromium')).toBe('/usr/bin/chromium')
  expect(find({}, '/usr/bin/firefox')).toBeUndefined()
  expect(find({ browser: '/opt/b' }, '/usr/bin/chromium')).toBe('/opt/b')
  const app = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'
  expect(find({ platform: 'darwin' }, app)).toBe(app)
})
