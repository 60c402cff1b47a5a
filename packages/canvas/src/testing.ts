// Test support for other packages: the convergence fuzzer, its kinds, and a client replica with its own outbox.
export { createReplica } from './replica/replica.ts'
export { failingSeeds, runFuzz } from './testing/fuzz.ts'
export type { FuzzRoom, RoomFrame, RoomSocket, TabFrame } from './testing/fuzz-room.ts'
export { seededRandom } from './testing/random.ts'
export { testSchemas } from './testing/test-kinds.ts'
export { TestTable } from './testing/test-table.ts'
export { MemoryOutbox } from './testing/memory-outbox.ts'
