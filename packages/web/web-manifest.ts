import { languages, reference } from '@tavla/locales'
import { getTexts } from '@tavla/locales/texts'
import type { Plugin } from 'vite'

const name = 'manifest.webmanifest'

type ManifestText = 'description' | 'boards' | 'home'

/** A member and its translations; browsers without localized members show the reference language. */
function localize(member: string, key: ManifestText): Record<string, unknown> {
  const translate = (language: string) => getTexts(language).t(`pages:manifest.${key}`)
  const others = languages.filter(({ id }) => id !== reference)
  return {
    [member]: translate(reference),
    [`${member}_localized`]: Object.fromEntries(others.map(({ id }) => [id, translate(id)])),
  }
}

/** The web app manifest, with which browsers install the app. */
export function createWebManifest(base: string) {
  const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: `${base}icons/${file}.png`,
    sizes,
    type: 'image/png',
    purpose,
  })
  return {
    id: base,
    name: 'Tavla',
    short_name: 'Tavla',
    ...localize('description', 'description'),
    lang: reference,
    dir: 'ltr',
    start_url: `${base}dashboard`,
    scope: base,
    display: 'standalone',
    display_override: ['window-controls-overlay'],
    background_color: '#FAF9F6',
    theme_color: '#FAF9F6',
    categories: ['productivity', 'business', 'education'],
    icons: [
      icon('icon-192', '192x192', 'any'),
      icon('icon-512', '512x512', 'any'),
      icon('icon-maskable-512', '512x512', 'maskable'),
    ],
    file_handlers: [
      {
        action: `${base}dashboard`,
        accept: {
          'application/vnd.tavla+zip': ['.tavla'],
          'application/vnd.excalidraw+json': ['.excalidraw'],
        },
      },
    ],
    share_target: {
      action: `${base}share`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['image/*', 'text/csv', 'text/markdown', '.tavla', '.excalidraw'] }],
      },
    },
    shortcuts: [
      { ...localize('name', 'boards'), url: `${base}dashboard` },
      { ...localize('name', 'home'), url: `${base}pcapp` },
    ],
  }
}

/** Adds the manifest to the page and the build. */
export function webManifest(base: string): Plugin {
  const getSource = () => JSON.stringify(createWebManifest(base))
  return {
    name: 'tavla-web-manifest',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== base + name) return next()
        response.setHeader('content-type', 'application/manifest+json')
        response.end(getSource())
      })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path }) {
        if (!path.endsWith('index.html')) return []
        return [{ tag: 'link', attrs: { rel: 'manifest', href: base + name }, injectTo: 'head' }]
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: getSource() })
    },
  }
}
