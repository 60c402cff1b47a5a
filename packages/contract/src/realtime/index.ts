export { getCloseAction, closeCodes } from './close-codes.ts'
export type { CloseAction, CloseName, CloseReason } from './close-codes.ts'
export { frameLimits } from './frame-limits.ts'
export { decodeFrame, encodeFrame } from './framing.ts'
export type { FrameCaps, FrameFault, RawFrame } from './framing.ts'
export { convertFrame } from './older.ts'
export { getPresentingRole } from './presenting.ts'
export {
  clientFrames,
  decodeClientFrame,
  decodeServerFrame,
  encodeClientFrame,
  encodeServerFrame,
  serverFrames,
} from './room-frames.ts'
export type {
  PresenterAccess,
  ChunkEntry,
  ClientFrame,
  JoinRequest,
  MissedDelete,
  RoomPerson,
  Presenting,
  ReceivedFrame,
  ServerFrame,
  PresenceState,
  SkippedField,
} from './room-frames.ts'
export { currentVersion, getCompatibility, oldestServed, protocolHistory } from './version.ts'
export type { Compatibility, ProtocolVersion } from './version.ts'
