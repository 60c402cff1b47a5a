import { expect, it } from 'vitest'
import type { Environment } from '../system/environment.ts'
import { fitOnScreen } from './chromium-window.ts'
import { findChromium } from './find-chromium.ts'

const environment: Environment = {
  platform: 'linux',
  path: '/usr/local/bin:/usr/bin',
  home: '/home/ada',
  folder: '/home/ada/.config/tavla',
  socketFolder: '/tmp',
  browser: undefined,
  language: 'en',
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

it('moves a window back whose screen is gone, and keeps others in place', () => {
  const screen = { left: 0, top: 0, width: 1280, height: 800 }
  const window = { left: 100, top: 50, width: 900, height: 600 }
  expect(fitOnScreen(window, screen)).toBeUndefined()
  expect(fitOnScreen({ ...window, left: -400 }, screen)).toBeUndefined()
  expect(fitOnScreen({ ...window, left: 2600 }, screen)).toEqual({
    left: 190,
    top: 100,
    width: 900,
    height: 600,
  })
})
