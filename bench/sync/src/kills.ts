import { pause } from './machine.ts'
import { openers, type OpenOrder } from './openers.ts'
import { peers } from './peers/index.ts'
import { lastToken } from './peers/tavla.ts'
import { startServer } from './server-process.ts'

export interface KillRow {
  readonly peer: string
  readonly seconds: number
  /** Edits that the server had confirmed, or, where it confirms none, that another person had already seen. */
  readonly confirmed: number
  readonly by: 'the server' | 'another person'
  readonly lost: number
  readonly failed?: string
}

const drawing = 3
const everyMs = 20

interface Sent {
  /** Of the element, which one person draws alone. */
  readonly element: string
  confirmed: boolean
}

/** People draw without pause; the server is killed (`kill -9`), everybody closes their page, and a new one says what it still has. */
export async function runKill(peer: string, seconds: number): Promise<KillRow> {
  const byServer = peer !== 'y-websocket'
  const row = { peer, seconds, by: byServer ? ('the server' as const) : ('another person' as const) }
  const server = await startServer(peer)
  try {
    const [board] = await peers[peer]!.prepare(server.port, 1, drawing + 1)
    const sent: Sent[] = []
    const confirm = (serial: number): void => {
      const edit = sent[serial]
      if (edit) edit.confirmed = true
    }
    const people = await Promise.all(
      Array.from({ length: drawing + 1 }, (_, index) =>
        peers[peer]!.join({
          port: server.port,
          board: board!,
          index,
          draws: index < drawing,
          ...(index === drawing && !byServer ? { watch: { saw: confirm, cursors: () => undefined } } : {}),
          ...(byServer ? { acked: confirm, watch: { saw: () => undefined, cursors: () => undefined } } : {}),
          onClose: () => undefined,
        }),
      ),
    )
    const until = performance.now() + seconds * 1000
    for (let made = 0; performance.now() < until; made += 1) {
      for (let index = 0; index < drawing; index += 1) {
        // A person's edits begin a new element every fourth time; see the peers.
        sent.push({ element: `s${index}-${made - (made % 4)}`, confirmed: false })
        people[index]!.edit(sent.length - 1)
      }
      await pause(everyMs)
    }
    await server.kill()
    for (const person of people) person.close()
    const again = await startServer(peer, { folder: server.folder })
    try {
      const order: OpenOrder = { port: again.port, board: board!, ...(peer === 'tavla' ? { token: lastToken() } : {}) }
      const opened = await openers[peer]!(order)
      const held = opened.elements()
      opened.close()
      const confirmed = sent.map((edit, serial) => ({ ...edit, serial })).filter((edit) => edit.confirmed)
      // A later edit of the same element has written over it: then it went in.
      const lost = confirmed.filter(({ element, serial }) => !((held.get(element) ?? -1) >= serial))
      return { ...row, confirmed: confirmed.length, lost: lost.length }
    } finally {
      await again.kill()
    }
  } catch (error) {
    const failed = error instanceof Error ? error.message.slice(0, 300) : String(error)
    return { ...row, confirmed: 0, lost: 0, failed }
  } finally {
    await server.kill()
    server.dispose()
  }
}
