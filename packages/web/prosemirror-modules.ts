import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'

const names = ['prosemirror-model', 'prosemirror-transform']
const modulePath = /\/prosemirror-(?:model|transform)\/src\/\w+\.ts$/
const index = 'index.ts'
const exportList = /^export \{([^}]+)\} from ("\.\/\w+")$/gm
/** Steps add themselves to those that can be read when their module runs. */
const registersSteps = /^Step\.jsonID\(/m

const { resolve } = createRequire(import.meta.url)

/** By package, the folder of its modules. */
const folders = new Map(names.map((name) => [name, join(dirname(resolve(name)), '../src')]))

/**
 * Takes ProseMirror's document model and its steps from their modules: each package is built into one file, which is
 * one module of one chunk. Reading and writing HTML, which only the editor of texts does, loads with the editor then.
 */
export function prosemirrorModules(): Plugin {
  return {
    name: 'tavla-prosemirror-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      const folder = folders.get(source)
      return folder === undefined ? undefined : join(folder, index)
    },
    transform: {
      filter: { id: modulePath },
      async handler(code, id) {
        const source = id.endsWith(index) ? await withoutTypes(code, id) : code
        const { code: script } = await transformWithOxc(source, id, {
          // As the packages are built.
          assumptions: { setPublicClassFields: true },
          typescript: { removeClassFieldsWithoutInitializer: true },
        })
        // Without it, what an index exports and nobody imports would not run.
        const moduleSideEffects = id.endsWith(index) || registersSteps.test(code)
        return { code: script, map: null, moduleSideEffects }
      },
    },
  }
}

/** The index exports types like values, which only a compiler that sees all modules can tell apart. */
async function withoutTypes(code: string, id: string): Promise<string> {
  const [name = ''] = [...folders].find(([, folder]) => id === join(folder, index)) ?? []
  const values = new Set(Object.keys((await import(name)) as object))
  const left = new Set(values)
  const exported = code.replaceAll(exportList, (_, list: string, file: string) => {
    const listed = list
      .split(',')
      .map((each) => each.trim())
      .filter((each) => values.has(each))
    for (const each of listed) left.delete(each)
    return `export { ${listed.join(', ')} } from ${file}`
  })
  if (left.size > 0) throw new Error(`${id} does not export ${[...left].join(', ')}`)
  return exported
}
