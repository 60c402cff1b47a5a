// For tests of other packages: the fuzzer that lets people loose on a board, and the kinds it draws with.
export { failingSeeds, runFuzz } from './testing/fuzz.ts'
export type { FuzzRoom, RoomFrame, RoomSocket, TabFrame } from './testing/fuzz-room.ts'
export { testSchemas } from './testing/kinds.ts'
