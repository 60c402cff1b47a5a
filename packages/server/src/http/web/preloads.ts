import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { basePath } from '@tavla/contract'
import { z } from 'zod'

const BuiltScreens = z.object({
  screens: z.record(
    z.string(),
    z.object({ scripts: z.array(z.string()), styles: z.array(z.string()), texts: z.array(z.string()) }),
  ),
})

/**
 * Links to the files of the screen at a path below the base path, as the build lists them, so that the browser
 * requests them with the page's own and not after those have run. Empty for other paths. The addresses and the
 * `crossorigin` must be those of the later requests, otherwise the browser loads them twice. Styles are applied and
 * not only loaded, so that the screen's code does not wait until the page has added them.
 */
export async function listPreloads(dist: string, path: string): Promise<string> {
  const built = await readFile(join(dist, 'screens.json'), 'utf8').catch(() => null)
  if (built === null) return ''
  const screen = new Map(Object.entries(BuiltScreens.parse(JSON.parse(built)).screens)).get(path)
  if (!screen) return ''
  return [
    ...screen.scripts.map(
      (file) => `<link rel="modulepreload" crossorigin href="${basePath}/${file}" nonce="__CSP_NONCE__">`,
    ),
    ...screen.styles.map(
      (file) => `<link rel="stylesheet" crossorigin href="${basePath}/${file}" nonce="__CSP_NONCE__">`,
    ),
    ...screen.texts.map((file) => `<link rel="preload" as="fetch" crossorigin href="${basePath}/${file}">`),
  ].join('')
}
