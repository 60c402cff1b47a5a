/** As in `worker/shared-files.ts`, which writes it; a test holds both together. */
const cacheName = 'tavla-shared'
const fileNameHeader = 'x-file-name'

type SharedCaches = Pick<CacheStorage, 'open' | 'delete' | 'has'>

/**
 * What was shared with the installed app, once. In a browser's tab nothing is taken, because any site can send the
 * worker a form there.
 */
export async function takeShared(caches: SharedCaches, isInstalled: boolean): Promise<readonly File[]> {
  if (!(await caches.has(cacheName))) return []
  const cache = await caches.open(cacheName)
  const responses = isInstalled ? await Promise.all((await cache.keys()).map((key) => cache.match(key))) : []
  const files = await Promise.all(responses.flatMap((response) => (response ? [readFile(response)] : [])))
  await caches.delete(cacheName)
  return files
}

async function readFile(response: Response): Promise<File> {
  const type = response.headers.get('content-type') ?? ''
  return new File([await response.blob()], decodeURIComponent(response.headers.get(fileNameHeader) ?? ''), {
    type,
  })
}
