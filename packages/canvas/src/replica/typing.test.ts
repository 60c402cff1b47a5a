import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep } from 'prosemirror-transform'
import { expect, test } from 'vitest'
import type { Random } from '../document/model/order-keys.ts'
import { getPlainText, type RichText, richTextFromPlain, textSchema } from '../document/text/rich-text.ts'
import type { FuzzClient } from '../testing/fuzz-client.ts'
import { seededRandom } from '../testing/random.ts'
import { TestTable } from '../testing/test-table.ts'
import { put } from '../testing/test-room.ts'
import type { TextSession } from './ports.ts'

const seeds = Number(process.env['FUZZ_SEEDS'] ?? 40)
const stepsEach = 150
/** Characters of which no two are alike, so that each keystroke can be found again. */
const firstCharacter = 0x4e00

interface Writer {
  readonly client: FuzzClient
  session: TextSession
}

/** Positions where characters may be inserted. */
function positions(doc: Node): number[] {
  const found: number[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    for (let offset = 0; offset <= node.content.size; offset += 1) found.push(at + 1 + offset)
    return false
  })
  return found
}

const getText = ({ client }: Writer): string =>
  getPlainText((client.replica.document.get('a')?.['text'] ?? null) as RichText | null)

/** Types, deletes, breaks lines, loses the connection and gets it back; returns the text that must result. */
async function write(
  random: Random,
): Promise<{ readonly writers: Writer[]; readonly remaining: Set<string> }> {
  const below = (most: number): number => Math.floor(random() * most)
  const table = new TestTable()
  const writers: Writer[] = []
  for (const uid of ['ann', 'bob', 'con']) {
    const client = await table.connectClient(uid)
    if (uid === 'ann') client.edit([put('a', 'box', { text: richTextFromPlain('hello world') })], 'm0')
    await table.settle()
    writers.push({ client, session: client.replica.openText('a')! })
  }
  table.room.isBusy = () => below(10) === 0
  let characters = 0
  const typed = new Set<string>()
  const erased = new Set<string>()
  const type = ({ session }: Writer): void => {
    const all = positions(session.doc)
    const at = all[below(all.length)] ?? 1
    const character = String.fromCodePoint(firstCharacter + (characters += 1))
    const slice = new Slice(Fragment.from(textSchema.text(character)), 0, 0)
    if (session.apply([new ReplaceStep(at, at, slice)])) typed.add(character)
  }
  const erase = ({ session }: Writer): void => {
    const all = positions(session.doc)
    const from = all[below(all.length)] ?? 1
    const to = from + 1 + below(4)
    if (!all.includes(to) || !session.doc.resolve(from).sameParent(session.doc.resolve(to))) return
    const removedText = session.doc.textBetween(from, to)
    if (session.apply([new ReplaceStep(from, to, Slice.empty)]))
      for (const character of removedText) erased.add(character)
  }
  for (let step = 0; step < stepsEach; step += 1) {
    const writer = writers[below(writers.length)]!
    const { client } = writer
    const roll = random()
    if (roll < 0.45) type(writer)
    else if (roll < 0.55) erase(writer)
    else if (roll < 0.65) table.pass(below(400))
    else if (roll < 0.75) client.deliver('up')
    else if (roll < 0.85) client.deliver('down')
    else if (roll < 0.92) table.room.work()
    else if (client.isOnline) client.disconnect(random() < 0.5 ? 'closed' : 'half-open')
    else client.connect()
    await table.rest()
  }
  table.room.isBusy = () => false
  for (let round = 0; round < 4; round += 1) {
    for (const { client, session } of writers) {
      session.flush()
      if (round === 0) client.disconnect('closed')
      client.connect()
    }
    table.pass(31_000)
    await table.settle()
  }
  return { writers, remaining: new Set([...typed].filter((character) => !erased.has(character))) }
}

test(
  `no keystroke is lost in ${seeds} conversations over unreliable connections`,
  { timeout: 20_000 + seeds * 500 },
  async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { writers, remaining } = await write(seededRandom(seed))
      const texts = writers.map(getText)
      expect([seed, new Set(texts).size]).toEqual([seed, 1])
      for (const { session } of writers)
        expect([seed, session.doc.textBetween(0, session.doc.content.size, '\n')]).toEqual([seed, texts[0]])
      const counted = [...remaining].filter((character) => (texts[0] ?? '').split(character).length !== 2)
      expect([seed, counted]).toEqual([seed, []])
    }
  },
)
