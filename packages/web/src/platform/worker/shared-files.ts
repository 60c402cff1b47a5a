/** The path to which the system sends what people share with the installed app; declared in its manifest. */
export const sharePath = '/app/share'
/** Read by `desktop/take-shared.ts`; the worker imports nothing of the page, nor the page of it, so that it stays one file. */
const sharedCacheName = 'tavla-shared'
const fileNameHeader = 'x-file-name'
const maxFiles = 20
const maxLines = 500

interface SharedFilesHost {
  readonly caches: Pick<CacheStorage, 'open' | 'delete'>
  readonly origin: string
}

/** Stores what was shared and leads to the boards, where the page takes it. */
export async function storeShared(request: Request, { caches, origin }: SharedFilesHost): Promise<Response> {
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((entry) => entry instanceof File && entry.size > 0) as File[]
    const text = getSharedText(form)
    const all = text === null ? files : [...files, text]
    await caches.delete(sharedCacheName)
    const cache = await caches.open(sharedCacheName)
    for (const [index, file] of all.slice(0, maxFiles).entries()) {
      const headers = {
        'content-type': file.type || 'application/octet-stream',
        [fileNameHeader]: encodeURIComponent(file.name.toWellFormed()),
      }
      await cache.put(`${origin}${sharePath}/${index}`, new Response(file, { headers }))
    }
  } catch {
    // A full disk or a broken form: the boards open without it.
  }
  return Response.redirect(`${origin}/app/dashboard`, 303)
}

/** Shared words and links as an outline, which becomes a mind map. */
function getSharedText(form: FormData): File | null {
  const [title, text, url] = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  })
  const lines = [text, url]
    .flatMap((part) => (part ?? '').split(/\r?\n/))
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, maxLines)
  if (lines.length === 0) return null
  const name =
    (title || lines[0] || '')
      .replace(/[\\/:*?"<>|]/g, ' ')
      .slice(0, 80)
      .trim() || 'Tavla'
  return new File([lines.map((line) => `- ${line}\n`).join('')], `${name}.md`, { type: 'text/markdown' })
}
