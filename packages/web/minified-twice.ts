import { minify } from '@swc/core'
import type { Plugin } from 'vite'

/**
 * Minifies what the bundler has minified once more: SWC inlines functions and removes code that it leaves, 2 % of the
 * bytes sent for a board's first view (docs/decisions/0058-second-minifier.md).
 */
export function minifiedTwice(): Plugin {
  return {
    name: 'tavla-minified-twice',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        const { code } = await minify(part.code, {
          module: true,
          ecma: 2020,
          compress: { ecma: 2020, passes: 3 },
          mangle: true,
        })
        part.code = code
      }
    },
  }
}
