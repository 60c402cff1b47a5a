import { linkScheme } from './link.ts'
import { parseScreen, parseServer } from './server-origin.ts'

/** What a start asks for; several at once are possible. */
export interface StartRequest {
  /** A server named on the command line; it is remembered. */
  readonly server?: string
  /** Path and query of a screen there. */
  readonly screen?: string
  /** A link of our scheme, not read yet. */
  readonly link?: string
  readonly isHelp?: boolean
  /** The first argument that is none of these. */
  readonly wrong?: string
}

/** Reads the arguments of a start, without the program's own. */
export function parseStartArguments(args: readonly string[]): StartRequest {
  return args.reduce<StartRequest>((request, text) => ({ ...request, ...parseArgument(text) }), {})
}

function parseArgument(text: string): StartRequest {
  if (text === '--help' || text === '-h') return { isHelp: true }
  if (text.startsWith(`${linkScheme}:`)) return { link: text }
  // An option of a browser must never get through to ours.
  if (text.startsWith('-')) return { wrong: text }
  const server = parseServer(text)
  if (server === undefined) return { wrong: text }
  const screen = parseScreen(text, server)
  return screen === undefined ? { server } : { server, screen }
}
