import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }

/** Below the base path; the version is part of it, since the files are cached for long. */
const folder = `assets/pdf-${version}`
/** WebAssembly stays away: the content policy does not let it run. */
const parts = [
  { from: 'cmaps', to: 'cmaps', ending: /\.bcmap$/ },
  { from: 'standard_fonts', to: 'fonts', ending: /\.(pfb|ttf)$/ },
  { from: 'wasm', to: 'decoders', ending: /_nowasm_fallback\.js$/ },
]

interface PdfFile {
  readonly path: string
  readonly file: string
}

function listPdfFiles(): PdfFile[] {
  return parts.flatMap(({ from, to, ending }) => {
    const source = join(dirname(manifest), from)
    return readdirSync(source)
      .filter((name) => ending.test(name))
      .map((name) => ({ path: `${folder}/${to}/${name}`, file: join(source, name) }))
  })
}

/**
 * Serves what the PDF reader asks for while it reads: fonts that documents do not bring along, encodings of Chinese,
 * Japanese and Korean, and decoders of images of scanned pages.
 */
export function pdfFiles(base: string): Plugin {
  return {
    name: 'tavla-pdf-files',
    config: () => ({ define: { __PDF_FILES__: JSON.stringify(`${base}${folder}/`) } }),
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url?.split('?')[0]
        const found = listPdfFiles().find((each) => base + each.path === path)
        if (!found) return next()
        if (found.path.endsWith('.js')) response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.end(readFileSync(found.file))
      })
    },
    generateBundle() {
      for (const { path, file } of listPdfFiles())
        this.emitFile({ type: 'asset', fileName: path, source: readFileSync(file) })
    },
  }
}
