import { Fragment, Slice } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import { expect, test } from 'vitest'
import { schemaVersions } from '../document/apply/migrate.ts'
import { getPlainText, type RichText, richTextFromPlain, textSchema } from '../document/text/rich-text.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import { FuzzClock } from '../testing/fuzz-client.ts'
import { testSchemas } from '../testing/test-kinds.ts'
import { patch, put } from '../testing/test-room.ts'
import type { OutboxEntry } from './ports.ts'
import { createReplica } from './replica.ts'

/** A page without a server, over an outbox that outlives it; `seq` is how far the kept board had come. */
async function page(
  tab: string,
  outbox: Map<string, OutboxEntry>,
  seq: number,
  kinds: readonly ShapeSchema[] = testSchemas,
) {
  const replica = createReplica({
    kinds,
    actor: { uid: 'ann', role: 'editor' },
    tab,
    outbox: {
      load: async () => [...outbox.values()],
      add: async (entry) => void outbox.set(entry.edit.id, entry),
      remove: async (ids) => ids.forEach((id) => outbox.delete(id)),
    },
    link: {
      sendEdit: () => false,
      need: () => false,
      rejoin: () => undefined,
      missedDeletesSeen: () => undefined,
    },
    clock: new FuzzClock(0),
  })
  await replica.start()
  replica.receive.welcome({ seq, role: 'editor', tail: null, chunks: [] })
  replica.receive.closed()
  return replica
}

const words = (replica: Awaited<ReturnType<typeof page>>) =>
  getPlainText(replica.document.get('a')?.['text'] as RichText)

async function typedOffline(): Promise<Map<string, OutboxEntry>> {
  const outbox = new Map<string, OutboxEntry>()
  const replica = await page('one', outbox, 5)
  const page0 = { op: 'put', record: { id: 'page', kind: 'page', parent: null, z: 'P' } } as const
  expect(replica.edit([page0, put('a', 'box', { text: richTextFromPlain('dark') })], 'm')).toBeUndefined()
  const text = replica.openText('a')
  text?.apply([new ReplaceStep(1, 1, new Slice(Fragment.from(textSchema.text('in the ')), 0, 0))])
  replica.saveNow()
  expect(words(replica)).toBe('in the dark')
  await Promise.resolve()
  return outbox
}

test('text typed offline is shown by the next page that is offline, too', async () => {
  const outbox = await typedOffline()
  expect(outbox.size).toBe(2)
  expect(words(await page('two', outbox, 5))).toBe('in the dark')
})

test('an edit that may be part of a later board is not applied twice', async () => {
  const outbox = await typedOffline()
  expect(words(await page('two', outbox, 6))).toBe('dark')
})

/** Version 2 of the box doubled `w`. */
const newer: readonly ShapeSchema[] = testSchemas.map((schema) =>
  schema.kind === 'box'
    ? {
        ...schema,
        version: 2,
        migrations: [({ w, ...rest }) => (typeof w === 'number' ? { ...rest, w: w * 2 } : rest)],
      }
    : schema,
)

test('unsent edits of an older build are migrated on the newer board, in order', async () => {
  const outbox = new Map<string, OutboxEntry>()
  const schema = schemaVersions(testSchemas)
  const page0 = { op: 'put', record: { id: 'page', kind: 'page', parent: null, z: 'P' } } as const
  const edits = [[page0, put('a', 'box', { w: 10 })], [patch('a', { w: 30 })], [patch('a', { x: 7 })]]
  edits.forEach((changes, i) => {
    const edit = { id: `one:${i + 1}`, base: 0, mark: 'm', changes }
    outbox.set(edit.id, { edit, schema })
  })
  const replica = await page('two', outbox, 5, newer)
  expect(replica.document.get('a')).toMatchObject({ w: 60, x: 7 })
  expect(replica.saveState.value).toBe('not-saved')
  expect([...outbox.keys()]).toEqual(['one:1', 'one:2', 'one:3'])
})
