export { afterClose, closeCodes } from './close-codes.ts'
export type { AfterClose, CloseName, CloseReason } from './close-codes.ts'
export { frameLimits } from './frame-limits.ts'
export { decodeFrame, encodeFrame } from './framing.ts'
export type { FrameCaps, FrameFault, RawFrame } from './framing.ts'
export { frameForPage } from './older.ts'
export { roleWhile } from './presenting.ts'
export {
  clientFrames,
  decodeClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  encodeServerFrame,
  serverFrames,
} from './room-frames.ts'
export type {
  Allowing,
  ChunkEntry,
  ClientFrame,
  Joining,
  MissedDelete,
  PersonHere,
  Presenting,
  Received,
  ServerFrame,
  Showing,
  SkippedField,
} from './room-frames.ts'
export { currentVersion, getFit, oldestServed, protocolHistory } from './version.ts'
export type { Fit, ProtocolVersion } from './version.ts'
