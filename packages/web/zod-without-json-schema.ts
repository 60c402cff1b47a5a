import type { Plugin } from 'vite'

const modulePath = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/
const exportedName = /^export (?:const|function|class) (\w+)/gm

/**
 * Leaves out how zod's schemas become JSON schemas, a fifth of its code: every schema refers to it, and only the server
 * and tools call it. A page that does so gets an error.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'tavla-zod-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: modulePath },
      handler(code, id) {
        const names = Array.from(code.matchAll(exportedName), ([, name]) => name)
        if (names.length === 0) return this.error(`${id} has no exports to leave out`)
        const message = 'JSON schemas are left out of the page by zod-without-json-schema.ts'
        const left = `function leftOut() { throw new Error(${JSON.stringify(message)}) }`
        return {
          code: `${left}\nexport { ${names.map((name) => `leftOut as ${name}`).join(', ')} }`,
          map: null,
        }
      },
    },
  }
}
