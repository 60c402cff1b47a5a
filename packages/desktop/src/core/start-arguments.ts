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
  /** Absolute paths of drawings to open. */
  readonly files?: readonly string[]
  readonly isHelp?: boolean
  /** The first invalid argument. */
  readonly wrong?: string
}

/** Files that one start can open. */
const maxFiles = 20
const drawing = /\.(tavla|excalidraw)$/i
/** On this system or on Windows. */
const absolute = /^(\/|\\\\|[a-z]:[\\/])/i

/** Whether the name is of a file that the app opens. */
export function isDrawingFile(name: string): boolean {
  return drawing.test(name)
}

/** Parses the arguments after the program name, in which files are absolute paths. */
export function parseStartArguments(args: readonly string[]): StartRequest {
  const isFile = (text: string) => absolute.test(text) && isDrawingFile(text)
  const files = args.filter(isFile).slice(0, maxFiles)
  const others = args.filter((text) => !isFile(text))
  const request = others.reduce<StartRequest>((parsed, text) => ({ ...parsed, ...parseArgument(text) }), {})
  return files.length === 0 ? request : { ...request, files }
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
