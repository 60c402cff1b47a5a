import { existsSync, globSync } from 'node:fs'
import { findProgram } from '../find-desktop.ts'

export interface WebKitPrograms {
  readonly driver: string
  /** The small browser that comes with the engine; the driver starts it. */
  readonly browser: string
}

/** WebKitGTK's WebDriver and browser, and an X server to show it on; undefined if one is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const driver = findProgram('WebKitWebDriver')
  const [browser] = globSync('/usr/{lib,lib/*,libexec}/webkit{2gtk-4.1,2gtk-4.0,gtk-6.0}/MiniBrowser').filter(
    (path) => existsSync(path),
  )
  if (driver === undefined || browser === undefined || findProgram('Xvfb') === undefined) return undefined
  return { driver, browser }
}
