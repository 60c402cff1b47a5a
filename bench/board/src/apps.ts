import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Scene } from './scene.ts'
import { serve } from './static-server.ts'
import type { StepResult } from './steps.ts'

export interface OpenedApp {
  /** Preparation that is not measured. */
  importScene?(page: Page, scene: Scene): Promise<void>
  load(page: Page, scene: Scene): Promise<StepResult>
  close(): Promise<void>
}

/**
 * Opens a peer's page, which receives the scene as JSON and converts it. Measured from the call that opens it to
 * the last visual change.
 */
export async function openPeer(page: Page, app: string, folder: string): Promise<OpenedApp> {
  const assets = join(folder, '../../node_modules/@excalidraw/excalidraw/dist/prod')
  const server = await serve(app === 'excalidraw' ? [folder, assets] : [folder])
  await page.goto(server.url)
  await page.waitForSelector('body[data-ready]', { timeout: 30_000 })
  return {
    async load(target, scene) {
      const convertMs = await target.evaluate(
        async ({ name, count }) => {
          const beganMs = performance.now()
          await window.adapter!.convert!(name, count)
          return performance.now() - beganMs
        },
        { name: scene.name, count: scene.count },
      )
      await target.evaluate(() => window.recorder.settled(5000))
      const ms = await target.evaluate(async () => {
        const beganMs = performance.now()
        await window.adapter!.open()
        window.adapter!.reset()
        return (await window.recorder.settled(60_000)) - beganMs
      })
      const count = await target.evaluate(() => window.adapter!.count())
      return {
        ok: count >= scene.elements.length,
        ms,
        note: `convert ${Math.round(convertMs)} ms, ${count} elements`,
      }
    },
    close: async () => server.close(),
  }
}
