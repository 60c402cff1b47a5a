import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { boardFormat } from './board-format-plugin.ts'
import { checkComponentStyles } from './check-component-styles.ts'
import { compressedFiles } from './compressed-files.ts'
import { localeFiles } from './locale-files.ts'
import { minifiedTwice } from './minified-twice.ts'
import { pdfFiles } from './pdf-files.ts'
import { prosemirrorModules } from './prosemirror-modules.ts'
import { screenChunks } from './screen-chunks.ts'
import { screenFiles } from './screen-files.ts'
import { serviceWorker, workerName } from './service-worker.ts'
import { webManifest } from './web-manifest.ts'
import { zodWithoutJsonSchema } from './zod-without-json-schema.ts'

/** Where the dev server finds the API and the socket; `tools/commands/dev.ts` sets it when the port is not the usual one. */
const server = process.env['TAVLA_SERVER'] ?? 'http://127.0.0.1:3000'

const base = '/app/'
const target = 'es2023'
const input = { index: 'index.html', pay: 'pay.html', [workerName]: 'src/platform/worker/sw.ts' }
const plugins = [react(), boardFormat(), localeFiles(base), prosemirrorModules(), zodWithoutJsonSchema()]
const inputs = { base, plugins, build: { target, rolldownOptions: { input } } }

export default defineConfig({
  base,
  plugins: [
    ...plugins,
    screenChunks(inputs),
    minifiedTwice(),
    checkComponentStyles(),
    pdfFiles(base),
    webManifest(base),
    serviceWorker(base),
    screenFiles(),
    compressedFiles(),
  ],
  worker: { plugins: () => [prosemirrorModules(), zodWithoutJsonSchema()] },
  // The server replaces the placeholder in every answer, so no two pages share a nonce.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    target,
    // Inlined files would be data: addresses, which the content policy refuses for scripts and fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input,
      output: {
        // A service worker's address is its scope and its identity, so it has no hash.
        entryFileNames: ({ name }) => (name === workerName ? '[name].js' : 'assets/[name]-[hash].js'),
        // What changes only with a dependency stays cached while our own code changes.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              priority: 100,
              // Zod is configured before any other chunk parses with it.
              test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|zod)\/|platform\/dom\/no-eval/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, ws: true },
      '/dev': server,
      '/healthz': server,
    },
  },
})
