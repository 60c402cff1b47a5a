import { z } from 'zod'

/** Incremented when the bridge gets new functions. */
export const bridgeVersion = 3

/** Messages that the server's pages can send. All incoming messages are validated. */
export const ServerMessage = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('signIn') }),
  z.strictObject({ verb: z.literal('cancelSignIn') }),
  z.strictObject({ verb: z.literal('pasteCode'), text: z.string().max(2048) }),
  z.strictObject({ verb: z.literal('openExternal'), address: z.string().max(4096) }),
  z.strictObject({ verb: z.literal('setFullscreen'), isOn: z.boolean() }),
  z.strictObject({ verb: z.literal('watchTalkKey'), code: z.string().regex(/^[A-Za-z0-9]{1,24}$/) }),
  z.strictObject({ verb: z.literal('stopTalkKey') }),
  z.strictObject({ verb: z.literal('takeFiles') }),
  z.strictObject({ verb: z.literal('changeServer') }),
  z.strictObject({ verb: z.literal('moved') }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/** Messages of the shell's own pages. */
export const ShellMessage = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('useServer'), address: z.string().max(2048) }),
  z.strictObject({ verb: z.literal('retry') }),
  z.strictObject({ verb: z.literal('changeServer') }),
  z.strictObject({ verb: z.literal('moved') }),
])
export type ShellMessage = z.infer<typeof ShellMessage>

/** The answer to a message; refusals give no reason. */
export type BridgeAnswer = { readonly isOk: true; readonly value: unknown } | { readonly isOk: false }
