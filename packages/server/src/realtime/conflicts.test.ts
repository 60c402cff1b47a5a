import { readFileSync, writeFileSync } from 'node:fs'
import type { Change } from '@tavla/canvas/model'
import { TestTable } from '@tavla/canvas/testing'
import { expect, test } from 'vitest'

/**
 * Two people and one note: Ann without a connection, Bob with one, each makes one change to it; a minute later Ann is back,
 * perhaps with a lower role. What each entered must be on the board, or its author must be informed. The same runs make the
 * table in docs/reliability.md: `WRITE_DOCS=1` writes it.
 */
type Client = Awaited<ReturnType<TestTable['connectClient']>>

const acts = ['move', 'text', 'style', 'delete', 're-parent', 'restore'] as const
type Act = (typeof acts)[number]
const roles = ['editor', 'contributor', 'viewer'] as const

const place = { x: 0, y: 0, w: 10, h: 10, r: 0 }
const put = (id: string, kind: string, more: object = {}): Change => ({
  op: 'put',
  record: { id, kind, parent: 'page', z: 'V', ...place, ...more },
})

/** By Ann or by Bob, with values of their own. */
function perform(client: Client, act: Act): void {
  const own = client.uid === 'ann' ? 1 : 2
  const patch = (fields: Readonly<Record<string, unknown>>): void =>
    void client.edit([{ op: 'patch', id: 'note', fields }], `${client.uid}-${act}`)
  if (act === 'move') patch({ x: 100 * own })
  else if (act === 'style') patch({ fill: `by ${client.uid}` })
  else if (act === 're-parent') patch({ parent: `frame${own}`, z: 'W' })
  else if (act === 'text') {
    const slice = { content: [{ type: 'text', text: `words of ${client.uid} ` }] }
    const step = { stepType: 'replace', from: 1, to: 1, slice }
    client.edit([{ op: 'text', id: 'note', steps: [step] }], `${client.uid}-text`)
  } else {
    client.edit([{ op: 'remove', ids: ['note'] }], `${client.uid}-delete`)
    if (act === 'restore') client.undo()
  }
}

/** Is what was entered there now? */
function isOnBoard(board: Client, act: Act, uid: string): boolean {
  const own = uid === 'ann' ? 1 : 2
  const note = board.replica.document.get('note')
  if (act === 'delete') return !note
  if (!note) return false
  if (act === 'move') return note['x'] === 100 * own
  if (act === 'style') return note['fill'] === `by ${uid}`
  if (act === 're-parent') return note.parent === `frame${own}`
  return act === 'restore' || JSON.stringify(note['text']).includes(`words of ${uid}`)
}

const announced: Readonly<Record<string, string>> = {
  rejected: 'refused',
  fieldsSkipped: 'theirs stayed',
  deletesSkipped: 'not deleted',
  recordsRemoved: 'deleted meanwhile',
  keptFromDelete: 'kept from a delete',
}

async function play(offline: Act, online: Act, role: (typeof roles)[number]) {
  const table = new TestTable()
  const [bob, ann] = [await table.connectClient('bob'), await table.connectClient('ann')]
  bob.edit([put('frame1', 'frame'), put('frame2', 'frame'), put('note', 'box', { fill: 'white' })], 'm')
  await table.settle()
  ann.disconnect('closed')
  perform(ann, offline)
  perform(bob, online)
  await table.settle()
  table.pass(60_000)
  if (role !== 'editor') table.room.setRole('ann', role)
  ann.connect()
  await table.settle()
  const outcomes = ({ outcomes: all }: Client): string[] => [
    ...new Set(all.map(({ type }) => announced[type]!)),
  ]
  return { ann, bob, announced: { ann: outcomes(ann), bob: outcomes(bob) } }
}

/** One cell: what became of Ann's, and of Bob's where that is not simply on the board. */
async function getCell(offline: Act, online: Act, role: (typeof roles)[number]): Promise<string> {
  const { ann, bob, announced: outcomes } = await play(offline, online, role)
  const what = `${offline} offline, ${online} online, then ${role}`
  expect([what, ann.replica.document.get('note')]).toEqual([what, bob.replica.document.get('note')])
  const mine = isOnBoard(bob, offline, 'ann')
  const theirs = isOnBoard(bob, online, 'bob')
  // Nothing that a person entered disappears without a word.
  expect([what, mine || outcomes.ann.length > 0]).toEqual([what, true])
  expect([what, theirs || outcomes.bob.length > 0 || online === 'delete']).toEqual([what, true])
  const first = [...(mine ? ['on the board'] : []), ...outcomes.ann].join(', ')
  return outcomes.bob.length === 0 ? first : `${first}; Bob: ${outcomes.bob.join(', ')}`
}

async function matrix(): Promise<string> {
  const parts: string[] = []
  for (const role of roles) {
    const rows = [`| Ann offline \\ Bob online | ${acts.join(' | ')} |`, `|---|${'---|'.repeat(acts.length)}`]
    for (const offline of acts) {
      const cells: string[] = []
      for (const online of acts) cells.push(await getCell(offline, online, role))
      rows.push(`| ${offline} | ${cells.join(' | ')} |`)
    }
    const title = role === 'editor' ? 'Ann stays an editor' : `Ann comes back as a ${role}`
    parts.push(`### ${title}\n\n${rows.join('\n')}`)
  }
  return parts.join('\n\n')
}

const path = new URL('../../../../docs/reliability.md', import.meta.url)
const [start, end] = ['<!-- conflicts -->', '<!-- /conflicts -->']

test('every conflict on a note ends on the board or is reported to its author, as docs/reliability.md says', async () => {
  const made = await matrix()
  const text = readFileSync(path, 'utf8')
  const [before = '', rest = ''] = text.split(start)
  const [, after = ''] = rest.split(end)
  const wanted = `${before}${start}\n\n${made}\n\n${end}${after}`
  if (process.env['WRITE_DOCS']) writeFileSync(path, wanted)
  else expect(text).toBe(wanted)
})
