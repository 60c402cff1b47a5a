import type { Change, NewRecord } from '@tavla/canvas/model'
import { Attacker, type Target } from './attacker.ts'
import { rect } from './tab.ts'

/** Who attacks: a viewer, a contributor, or a guest who came by a link and may edit. */
export type Attackers = 'viewer' | 'contributor' | 'guest'

/** Sizes of one run: small in `npm test`, as the finding had them in `npm run stress`. */
export interface Scale {
  /** Small messages that are sent in one burst. */
  readonly messages: number
  /** Records of one large edit. */
  readonly records: number
  /** Steps of one text change. */
  readonly steps: number
  /** Paragraphs of a large text. */
  readonly paragraphs: number
  /** Large messages in one burst. */
  readonly bombs: number
  /** Sockets of one person. */
  readonly sockets: number
}

export interface Recipe {
  readonly name: string
  readonly by: Attackers
  /** Prepares what the attack needs, with the rights of the attacker; not measured. */
  readonly prepare?: (attacker: Attacker, scale: Scale, target: Target) => Promise<void>
  /** One round of the attack; repeated for as long as the run lasts. */
  readonly strike: (attacker: Attacker, scale: Scale, round: number, target: Target) => Promise<void> | void
}

const page = 'page-1'
const typed = (at: number): unknown => ({
  stepType: 'replace',
  from: at,
  to: at,
  slice: { content: [{ type: 'text', text: 'x' }] },
})
const steps = (count: number): unknown[] => Array.from({ length: count }, () => typed(1))
const bomb = (id: string, count: number): Change => ({ op: 'text', id, steps: steps(count) })

function getText(paragraphs: number): unknown {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'some words' }] }
  return { type: 'doc', content: Array.from({ length: paragraphs }, () => paragraph) }
}

const put = (id: string, more: Partial<NewRecord> = {}): Change => ({ op: 'put', record: rect(id, more) })

async function putText(attacker: Attacker, { paragraphs }: Scale): Promise<void> {
  attacker.edit([put('bomb', { text: getText(paragraphs) })])
  await attacker.settle()
}

/** Groups inside each other, the innermost with many records. */
async function putTree(attacker: Attacker, { records }: Scale): Promise<void> {
  const depth = 24
  const groups = Array.from({ length: depth }, (_, level): Change => {
    const parent = level === 0 ? page : `g${level - 1}`
    return { op: 'put', record: { id: `g${level}`, kind: 'group', parent, z: 'V' } }
  })
  const inside = Array.from({ length: records }, (_, index) => put(`in${index}`, { parent: `g${depth - 1}` }))
  attacker.edit([...groups, ...inside])
  attacker.edit([
    put('seat'),
    { op: 'put', record: { id: 'other', kind: 'group', parent: page, z: 'W' } },
    put('kid', { parent: 'other' }),
  ])
  await attacker.settle()
}

async function putFrame(attacker: Attacker, { records }: Scale): Promise<void> {
  attacker.edit([
    put('frame', { kind: 'frame' }),
    ...Array.from({ length: records - 1 }, (_, index) => put(`held${index}`, { parent: 'frame' })),
  ])
  await attacker.settle()
}

/** Somebody else types into the text, so that steps on an old base must be carried over all of it. */
async function putHistory(attacker: Attacker, scale: Scale, target: Target): Promise<void> {
  attacker.edit([put('bomb', { text: getText(1) })])
  await attacker.settle()
  const author = await Attacker.open(target, 'typist')
  for (let index = 0; index < scale.bombs; index += 1) {
    author.edit([bomb('bomb', 10)])
    await author.settle()
  }
  author.leave()
}

const each = (count: number, act: (index: number) => void): void => {
  for (let index = 0; index < count; index += 1) act(index)
}

/** As many sockets as are wanted; those that were closed are opened anew. */
async function openOthers(
  attacker: Attacker,
  { sockets }: Scale,
  target: Target,
  uid: string,
): Promise<void> {
  const open = attacker.others.filter(({ isClosed }) => !isClosed)
  const missing = Array.from({ length: sockets - open.length }, () => Attacker.open(target, uid))
  attacker.others = [...open, ...(await Promise.all(missing))]
}

/** The classes of attack that one person can make on everybody else, by what they may do. */
export const hostileRecipes: readonly Recipe[] = [
  // What a quiet server answers on the same machine.
  { name: 'nothing', by: 'viewer', strike: () => undefined },
  {
    name: 'empty edits',
    by: 'viewer',
    strike: (attacker, { messages }) => each(messages, () => attacker.edit([])),
  },
  {
    name: 'restores of many numbers',
    by: 'viewer',
    strike: (attacker, { messages }, round) =>
      each(messages, (index) =>
        attacker.edit([{ op: 'restore', ids: ['a'], removedAt: 1 + ((round * messages + index) % 5_000) }]),
      ),
  },
  {
    name: 'large edits to decode',
    by: 'viewer',
    strike: (attacker, { bombs, records }) =>
      each(bombs, () => attacker.edit(Array.from({ length: records }, (_, index) => put(`v${index}`)))),
  },
  {
    name: 'empty edits and unknown ids',
    by: 'contributor',
    strike: (attacker, { messages }) =>
      each(messages, (index) =>
        attacker.edit(index % 2 === 0 ? [] : [{ op: 'patch', id: `unknown${index}`, fields: { x: 1 } }]),
      ),
  },
  {
    name: 'restores of many numbers',
    by: 'contributor',
    strike: (attacker, { messages }, round) =>
      each(messages / 10, (index) =>
        attacker.edit([{ op: 'restore', ids: ['a'], removedAt: 1 + ((round * messages + index) % 5_000) }]),
      ),
  },
  {
    name: 'text steps as previews',
    by: 'contributor',
    prepare: putText,
    strike: (attacker, { bombs, steps: count }) => each(bombs, () => attacker.preview([bomb('bomb', count)])),
  },
  {
    name: 'text steps as edits',
    by: 'contributor',
    prepare: putText,
    strike: (attacker, { bombs, steps: count }) => each(bombs, () => attacker.edit([bomb('bomb', count)])),
  },
  {
    name: 'text steps on an old base',
    by: 'guest',
    prepare: putHistory,
    strike: (attacker, { bombs, steps: count }) => each(bombs, () => attacker.edit([bomb('bomb', count)], 1)),
  },
  {
    name: 'wide and deep re-parents',
    by: 'contributor',
    prepare: putTree,
    strike: (attacker, { bombs, records }) =>
      each(bombs, () =>
        attacker.edit(
          Array.from({ length: records / 2 }, (_, index): Change => {
            return { op: 'patch', id: 'g0', fields: { parent: index % 2 === 0 ? 'other' : page } }
          }),
        ),
      ),
  },
  {
    name: 'many new records in one edit',
    by: 'contributor',
    strike: (attacker, { bombs, records }, round) =>
      each(bombs, (bombIndex) =>
        attacker.edit(Array.from({ length: records }, (_, index) => put(`n${round}-${bombIndex}-${index}`))),
      ),
  },
  {
    name: 'many new records and their undo',
    by: 'contributor',
    async strike(attacker, { records }, round) {
      const ids = Array.from({ length: records }, (_, index) => `u${round}-${index}`)
      const [seq, rejects] = [attacker.seq, attacker.count('reject')]
      attacker.edit(ids.map((id) => put(id)))
      await attacker.until(
        () => attacker.seq > seq || attacker.count('reject') > rejects || !attacker.isJoined,
      )
      attacker.edit(ids.map((id): Change => ({ op: 'remove', ids: [id], if: attacker.seq })))
    },
  },
  {
    name: 'moves of a frame that holds much',
    by: 'contributor',
    prepare: putFrame,
    strike: (attacker, { messages }, round) =>
      each(messages, (index) =>
        attacker.edit([{ op: 'patch', id: 'frame', fields: { x: round * messages + index } }]),
      ),
  },
  {
    name: 'long order keys',
    by: 'guest',
    prepare: putTree,
    strike: (attacker, { bombs, records }) =>
      each(bombs, () =>
        attacker.edit(
          Array.from({ length: records }, (_, index): Change => {
            return { op: 'patch', id: `in${index}`, fields: { z: `V${'V'.repeat(200)}` } }
          }),
        ),
      ),
  },
  {
    name: 'strokes of many pieces',
    by: 'contributor',
    strike: (attacker, { messages }) =>
      each(messages / 10, (index) =>
        attacker.edit([{ op: 'append', id: 'none', n: index, piece: new Uint8Array(32_000), last: false }]),
      ),
  },
  {
    name: 'chunks again and again',
    by: 'guest',
    strike: (attacker, { messages }) =>
      each(messages / 10, () => {
        if (attacker.chunks.length > 0) attacker.send({ t: 'need', chunks: attacker.chunks.slice(0, 64) })
      }),
  },
  {
    name: 'presence, watching and presenting',
    by: 'guest',
    strike: (attacker, { messages }) =>
      each(messages / 3, (index) => {
        attacker.send({ t: 'presence', cursor: [index, 0] })
        attacker.send({ t: 'watch', wids: ['w'] })
        attacker.send({ t: 'present', allows: index % 2 === 0 ? 'viewer' : null })
      }),
  },
  {
    name: 'joins and leaves',
    by: 'guest',
    strike: (attacker, { messages }) =>
      each(messages / 10, () => {
        attacker.send({ t: 'leave' })
        attacker.send({ t: 'join', wid: 'w' })
      }),
  },
  {
    name: 'malformed frames on new sockets',
    by: 'viewer',
    async strike(_attacker, { bombs }, _round, target) {
      for (let index = 0; index < bombs; index += 1) {
        const other = await Attacker.open(target, 'viewer')
        other.raw(new Uint8Array(64).fill(index))
        await other.until(() => false)
      }
    },
  },
  {
    name: 'a reader that does not read',
    by: 'guest',
    async strike(attacker, { records }, round, target) {
      const deaf = await Attacker.open(target, 'viewer')
      deaf.pause()
      attacker.edit(Array.from({ length: records / 10 }, (_, index) => put(`d${round}-${index}`)))
      await attacker.settle()
      deaf.leave()
    },
  },
  {
    name: 'small messages over many sockets',
    by: 'guest',
    prepare: (attacker, scale, target) => openOthers(attacker, scale, target, 'guest'),
    async strike(attacker, scale, round, target) {
      await openOthers(attacker, scale, target, 'guest')
      for (const other of attacker.others)
        each(scale.messages, (index) => {
          if (index % 2 === 0) other.send({ t: 'presence', cursor: [round, index] })
          else other.send({ t: 'ping', at: index })
        })
    },
  },
  {
    name: 'edits over many sockets',
    by: 'contributor',
    prepare: (attacker, scale, target) => openOthers(attacker, scale, target, 'contributor'),
    async strike(attacker, scale, _round, target) {
      await openOthers(attacker, scale, target, 'contributor')
      for (const other of attacker.others)
        each(scale.messages, (index) => {
          const { seq } = other
          other.edit([{ op: 'patch', id: `unknown${index}`, fields: { x: seq } }])
        })
    },
  },
]
