export { defineCall, refusalsOf } from './call.ts'
export type {
  Call,
  CallAnswer,
  CallCodes,
  CallData,
  CallGroups,
  CallInput,
  CallMarks,
  CallRequest,
  FileBytes,
  FileRule,
  HandlersOf,
  Method,
  SpaceField,
  TokenRule,
} from './call.ts'
export { addressOf, BadAnswer, createClient, Envelope, readAnswer, Refusal } from './client.ts'
export type { Client, OutgoingCall, Send } from './client.ts'
export { codeName, codes, codesOfAuth, generalCodes, reasons } from './codes.ts'
export type { Auth, ClientAction, Code, CodeName, RefusalName } from './codes.ts'
export { compareRoles, GivenRole, isAtLeast, leastRole, mayGive, Role, roles } from './roles.ts'
