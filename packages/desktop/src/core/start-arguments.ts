import { linkScheme } from './link.ts'
import { parseScreen, parseServer } from './server-origin.ts'

/** Parsed command line arguments. */
export interface StartRequest {
  /** A server to use from now on. */
  readonly server?: string
  /** Path and query of a screen. */
  readonly screen?: string
  /** A link of our scheme, not parsed. */
  readonly link?: string
  readonly isHelp?: boolean
  /** The first invalid argument. */
  readonly wrong?: string
}

/** Parses the arguments after the program name. */
export function parseStartArguments(args: readonly string[]): StartRequest {
  return args.reduce<StartRequest>((request, text) => ({ ...request, ...parseArgument(text) }), {})
}

function parseArgument(text: string): StartRequest {
  if (text === '--help' || text === '-h') return { isHelp: true }
  if (text.startsWith(`${linkScheme}:`)) return { link: text }
  // Options of the browser must not be passed through.
  if (text.startsWith('-')) return { wrong: text }
  const server = parseServer(text)
  if (server === undefined) return { wrong: text }
  const screen = parseScreen(text, server)
  return screen === undefined ? { server } : { server, screen }
}
