import { z } from 'zod'

/** Verbs that a page of the server can ask for. Everything that comes in is checked against this. */
export const ServerMessage = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('signIn') }),
  z.strictObject({ verb: z.literal('cancelSignIn') }),
  z.strictObject({ verb: z.literal('pasteCode'), text: z.string().max(2048) }),
  z.strictObject({ verb: z.literal('openExternal'), address: z.string().max(4096) }),
  z.strictObject({ verb: z.literal('setFullscreen'), isOn: z.boolean() }),
  z.strictObject({ verb: z.literal('watchTalkKey'), keyName: z.string().min(1).max(40).nullable() }),
  z.strictObject({ verb: z.literal('changeServer') }),
  z.strictObject({ verb: z.literal('moved') }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

/** Verbs of the shell's own pages. */
export const ShellMessage = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('useServer'), address: z.string().max(2048) }),
  z.strictObject({ verb: z.literal('retry') }),
  z.strictObject({ verb: z.literal('changeServer') }),
  z.strictObject({ verb: z.literal('moved') }),
])
export type ShellMessage = z.infer<typeof ShellMessage>

/** The answer to a message; a refused one says nothing about why. */
export type BridgeAnswer = { readonly isOk: true; readonly value: unknown } | { readonly isOk: false }
