// For tests of other packages: the fuzzer that lets people loose on a board, the kinds it draws with, and a page's replica
// with an outbox of its own.
export { createReplica } from './replica/replica.ts'
export { failingSeeds, runFuzz } from './testing/fuzz.ts'
export type { FuzzRoom, RoomFrame, RoomSocket, TabFrame } from './testing/fuzz-room.ts'
export { testSchemas } from './testing/test-kinds.ts'
export { Table } from './testing/table.ts'
export { MemoryOutbox } from './testing/memory-outbox.ts'
