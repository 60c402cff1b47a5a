import type { RecordId } from '../document/model/record.ts'
import type { ReplicaCore } from './replica-core.ts'
import type { LocalEdits } from './local-edits.ts'
import type { ReplicaClock, TextSession, TextSessionOptions } from './ports.ts'
import { BoardTextSession } from './text-session.ts'

/** Open text sessions. Pending typing is flushed before undo and when the page closes. */
export class TextSessions {
  readonly #core: ReplicaCore
  readonly #edits: LocalEdits
  readonly #clock: ReplicaClock
  readonly #open = new Set<BoardTextSession>()

  constructor(core: ReplicaCore, edits: LocalEdits, clock: ReplicaClock) {
    this.#core = core
    this.#edits = edits
    this.#clock = clock
  }

  open(id: RecordId, options: TextSessionOptions): TextSession | undefined {
    const [core, edits, clock] = [this.#core, this.#edits, this.#clock]
    const record = core.board.get(id)
    if (!record || !core.reducer.kinds.get(record.kind)?.schema.facets.text) return undefined
    const ground = {
      document: core.board,
      clock,
      entries: (of: string) => core.board.state.texts.entries(of),
      canChange: (of: string) => core.reducer.canChange(core.board, of, core.actor.value),
      edit: edits.edit.bind(edits),
      freshMark: () => edits.freshMark(),
    }
    const flush = (): void => session.flush()
    const session: BoardTextSession = new BoardTextSession(ground, id, options, () => {
      this.#open.delete(session)
      edits.beforeStep.delete(flush)
    })
    this.#open.add(session)
    edits.beforeStep.add(flush)
    return session
  }

  flush(): void {
    for (const session of this.#open) session.flush()
  }

  close(): void {
    for (const session of [...this.#open]) session.close()
  }
}
