import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../run.ts'
import { runBuildIfChanged } from '../stamped-build.ts'
import { webBuild } from '../web-build.ts'

const BuiltScreens = z.object({
  page: z.array(z.string()),
  screens: z.record(z.string(), z.object({ scripts: z.array(z.string()) })),
})
export type BuiltScreens = z.infer<typeof BuiltScreens>

/**
 * JavaScript in KiB, as sent with brotli, that a screen may load before it is shown: the page's and its own, without
 * what it loads afterwards. A budget is what the screen needs today and a little more; lower it with the screen.
 */
export const budgets: Readonly<Record<string, number>> = {
  login: 156,
  dashboard: 192,
  whiteboard: 350,
}

/** A budget that is further above its screen than this guards nothing. */
const SLACK_KIB = 15

/** Complaints about screens beyond their budget, budgets far above their screen, and budgets of no screen. */
export function checkScreenSizes(
  built: BuiltScreens,
  getBytes: (file: string) => number,
  allowed: Readonly<Record<string, number>> = budgets,
): string[] {
  return Object.entries(allowed).flatMap(([name, budget]) => {
    const screen = built.screens[name]
    if (!screen) return [`${name}: has a budget and is no screen of the build`]
    const files = new Set([...built.page, ...screen.scripts])
    const size = [...files].reduce((sum, file) => sum + getBytes(file), 0) / 1024
    const shown = `${name}: ${size.toFixed(1)} KiB of JavaScript, the budget is ${budget} KiB`
    if (size > budget) return [`${shown}; load later what the first view does not need`]
    if (size < budget - SLACK_KIB) return [`${shown}; lower it in tools/check-rules/screen-sizes.ts`]
    return []
  })
}

/** Checks the built web, which is built first if it changed. */
export async function screenSizeProblems(): Promise<string[]> {
  if (!(await runBuildIfChanged(webBuild))) return ['the web could not be built']
  const dist = join(root, 'packages/web/dist')
  const built = BuiltScreens.parse(JSON.parse(readFileSync(join(dist, 'screens.json'), 'utf8')))
  return checkScreenSizes(built, (file) => {
    const sent = join(dist, `${file}.br`)
    return readFileSync(existsSync(sent) ? sent : join(dist, file)).length
  })
}
