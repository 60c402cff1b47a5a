import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { prosemirrorModules } from './prosemirror-modules.ts'

/** Builds a page's script as the page is built, and returns it. */
async function buildScript(source: string): Promise<string> {
  const entry = join(import.meta.dirname, 'entry.js')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id.endsWith('entry.js') ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
      prosemirrorModules(),
    ],
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'script' } },
  })
  const [{ output }] = [built].flat() as [{ output: { code: string }[] }]
  return output[0]!.code
}

test('steps of every type can be read, also those that nothing creates', async () => {
  const code = await buildScript(`
    import { Schema } from 'prosemirror-model'
    import { Step } from 'prosemirror-transform'
    const nodes = { doc: { content: 'text*' }, text: {} }
    const schema = new Schema({ nodes, marks: { bold: {} } })
    export const read = (json) => Step.fromJSON(schema, json).toJSON()
  `)
  const { read } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    read: (json: object) => object
  }
  const mark = { type: 'bold' }
  const steps = [
    { stepType: 'replace', from: 0, to: 1 },
    { stepType: 'replaceAround', from: 0, to: 4, gapFrom: 1, gapTo: 3, insert: 0 },
    { stepType: 'addMark', mark, from: 0, to: 1 },
    { stepType: 'removeMark', mark, from: 0, to: 1 },
    { stepType: 'attr', pos: 0, attr: 'checked', value: true },
  ]
  for (const step of [...steps, { stepType: 'markSet', steps: steps.slice(2, 4) }])
    expect(read(step)).toEqual(step)
})

test('what reads HTML is left out where nothing reads it', async () => {
  const code = await buildScript(`
    import { Node } from 'prosemirror-model'
    import { StepMap } from 'prosemirror-transform'
    export default [Node, StepMap]
  `)
  expect(code).toContain('class Node')
  expect(code).not.toContain('class DOMParser')
  expect(code).not.toContain('class Transform')
})
