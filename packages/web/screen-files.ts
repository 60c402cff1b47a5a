import { reference } from '@tavla/locales'
import type { Plugin, Rolldown } from 'vite'
import { commonTexts, screenTexts } from './src/platform/screen-texts.ts'

/** Files below the base path. */
interface ScreenFiles {
  /** The screen's modules and what they import statically, without those of the page itself. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Translations into the reference language, which every page loads, whatever language was chosen. */
  readonly texts: readonly string[]
}

/**
 * Writes `screens.json`: the files that the page and each screen need. With it the server names a screen's files in
 * the page, so that they load beside the entry and not after it, and the check adds up what each screen loads.
 */
export function screenFiles(): Plugin {
  return {
    name: 'tavla-screen-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const entry = chunks.find(({ isEntry, name }) => isEntry && name === 'index')
        if (!entry) return this.error('The page is missing')
        const page = withImports(entry, bundle)
        const screens = Object.entries(screenTexts).flatMap(([path, texts]) => {
          const file = `/src/screens/${path}/${path}.tsx`
          const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file))
          // Sign-in with another service has one module for all of them, and is left at once.
          return screen ? [[path, listFiles(screen, texts, page, bundle)] as const] : []
        })
        const source = JSON.stringify({
          page: [...page].map(({ fileName }) => fileName),
          screens: Object.fromEntries(screens),
        })
        this.emitFile({ type: 'asset', fileName: 'screens.json', source })
      },
    },
  }
}

function listFiles(
  screen: Rolldown.OutputChunk,
  texts: readonly string[],
  page: ReadonlySet<Rolldown.OutputChunk>,
  bundle: Rolldown.OutputBundle,
): ScreenFiles {
  const getStyles = (chunk: Rolldown.OutputChunk) => [...(chunk.viteMetadata?.importedCss ?? [])]
  const pageStyles = new Set([...page].flatMap(getStyles))
  const added = [...withImports(screen, bundle)].filter((chunk) => !page.has(chunk))
  return {
    scripts: added.map(({ fileName }) => fileName),
    styles: [...new Set(added.flatMap(getStyles))].filter((style) => !pageStyles.has(style)),
    texts: [...commonTexts, ...texts].map((namespace) => `locales/${reference}/${namespace}.json`),
  }
}

function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const found = new Set([chunk])
  // A set is iterated over what is added meanwhile, too.
  for (const { imports } of found)
    for (const name of imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') found.add(imported)
    }
  return found
}
