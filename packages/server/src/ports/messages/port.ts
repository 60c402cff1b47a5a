import { z } from 'zod'

/** Ids only, or what is stored beside it in the same database; never the contents of boards. */
export const NodeMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access'), wid: z.string() }),
  z.object({ kind: z.literal('sessions'), sessions: z.array(z.string()) }),
  z.object({
    kind: z.literal('notification'),
    uid: z.string(),
    notice: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('online'), wid: z.string() }),
  /** Tokens taken from buckets of the rate limiter. */
  z.object({ kind: z.literal('tokens'), taken: z.array(z.tuple([z.string(), z.number(), z.number()])) }),
])
export type NodeMessage = z.infer<typeof NodeMessage>

/**
 * Messages between the processes of one database, delivered within about a second. A lost one costs time, not
 * safety: code that depends on it also checks by itself.
 */
export interface NodeMessages {
  publish(message: NodeMessage): void
  /** Receives what other processes publish. */
  subscribe(receive: (message: NodeMessage) => void): void
  /** `act` runs when messages may have been missed, because the database was away for a long time. */
  onMissed(act: () => void): void
  close(): Promise<void>
}

/** The only process of its database. */
export const noMessages: NodeMessages = {
  publish: () => undefined,
  subscribe: () => undefined,
  onMissed: () => undefined,
  close: () => Promise.resolve(),
}

/** Wakes the other processes, so that they read messages at once; without it they look every second. */
export interface WakeUp {
  /** In the transaction that stores messages, or after it. */
  readonly statement: string | null
  send(): void
  onWake(act: () => void): void
  close(): Promise<void>
}
