import type { Plugin } from 'vite'

/** The class names of a component, which its code imports. */
const classesPath = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.m?js$/
const stylesPath = /\/@mantine\/core\/styles\/([\w-]+)\.layer\.css$/
/** Styles of no component. */
const general = ['baseline', 'default-css-variables', 'global']

/** Fails the build unless `src/ui/component-styles.ts` imports the styles of exactly those components that are used. */
export function checkComponentStyles(): Plugin {
  return {
    name: 'tavla-component-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const parts = Object.values(bundle)
        const styles = parts
          .flatMap((part) => (part.type === 'asset' && part.fileName.endsWith('.css') ? [part.source] : []))
          .join('')
        const used = new Map(
          parts
            .flatMap((part) => (part.type === 'chunk' ? Object.entries(part.modules) : []))
            .flatMap(([module, { code }]) => {
              const name = classesPath.exec(module)?.[1]
              return name === undefined ? [] : [[name, /\bm_[\da-f]+/.exec(code ?? '')?.[0] ?? ''] as const]
            }),
        )
        const imported = [...this.getModuleIds()].flatMap((module) => stylesPath.exec(module)?.[1] ?? [])
        const faults = [
          // Tree-shaking can drop style sheets that are imported.
          ...[...used].flatMap(([name, first]) =>
            first !== '' && styles.includes(`.${first}`) ? [] : [`${name} is missing`],
          ),
          ...imported
            .filter((name) => !used.has(name) && !general.includes(name))
            .map((name) => `${name} is not used`),
        ]
        if (used.size === 0) faults.push('the library has other paths')
        if (faults.length > 0) this.error(`src/ui/component-styles.ts: ${faults.join(', ')}`)
      },
    },
  }
}
