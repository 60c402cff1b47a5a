import { pause } from './machine.ts'
import { openers, type OpenOrder } from './openers.ts'
import { peers } from './peers/index.ts'
import { lastToken } from './peers/tavla.ts'
import { startServer } from './server-process.ts'

export interface KillRow {
  readonly peer: string
  readonly seconds: number
  /** Edits confirmed by the server or, if it confirms none, received by another user. */
  readonly confirmed: number
  readonly by: 'the server' | 'another person'
  readonly lost: number
  readonly failed?: string
}

const drawing = 3
const everyMs = 20

interface Sent {
  /** Id of the element, which only one user draws. */
  readonly element: string
  confirmed: boolean
}

/**
 * Users draw continuously; the server is killed (`kill -9`) and all pages closed; a new page then reports what
 * was kept.
 */
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
        // Every fourth edit of a user starts a new element, as in the peers.
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
      // Overwritten by a later edit of the same element, so it was stored.
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
