import type { Outbox, OutboxEntry } from '../replica/ports.ts'

/** An outbox that survives page reloads. */
export class MemoryOutbox implements Outbox {
  readonly entries = new Map<string, OutboxEntry>()
  /** Called before an entry is removed. */
  onRemove: (editId: string) => void = () => undefined

  load(): Promise<readonly OutboxEntry[]> {
    return Promise.resolve([...this.entries.values()])
  }

  add(entry: OutboxEntry): Promise<void> {
    this.entries.set(entry.edit.id, entry)
    return Promise.resolve()
  }

  remove(editIds: readonly string[]): Promise<void> {
    for (const id of editIds) {
      this.onRemove(id)
      this.entries.delete(id)
    }
    return Promise.resolve()
  }
}
