import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the built server is. */
const builtServer = new URL('../../dist/', import.meta.url).href
/** Positions in a built server as V8 prints them. */
const builtPositions =
  /(?<folder>file:\/\/[^\s()]*\/packages\/server\/dist\/)(?<name>[\w-]+\.js):(?<line>\d+):(?<column>\d+)/g
/** Value of each base-64 digit, by its character code. */
const digits = new Uint8Array(128)
for (const [value, digit] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  digits[digit.charCodeAt(0)] = value
const COMMA = 44
const SEMICOLON = 59

/** Where parts of a built file come from, in order; all numbers count from 0. */
interface Positions {
  readonly sources: readonly string[]
  /** Per line of the built file, its first part; one more entry than lines. */
  readonly firstParts: readonly number[]
  /** Per part: column of the built file, index of the source, line in it. */
  readonly columns: readonly number[]
  readonly sourceIndexes: readonly number[]
  readonly sourceLines: readonly number[]
}

const files = new Map<string, Positions | null>()

/**
 * Replaces positions in the built server by those in its sources. Node's own `--enable-source-maps` would keep 80 MB
 * in memory for that; this reads a map when the first error needs it. Messages of errors can hold what people have sent:
 * no map of another folder is read.
 */
export function toSourcePositions(stack: string, built = builtServer): string {
  return stack.replace(
    builtPositions,
    (position: string, folder: string, name: string, line: string, column: string) => {
      const positions = folder === built ? getPositions(folder + name) : null
      return (positions && findSource(positions, Number(line) - 1, Number(column) - 1)) ?? position
    },
  )
}

function getPositions(url: string): Positions | null {
  const known = files.get(url)
  if (known !== undefined) return known
  // What is not there is not remembered either, so that made-up names take no memory.
  if (!existsSync(fileURLToPath(`${url}.map`))) return null
  const positions = readPositions(url)
  files.set(url, positions)
  return positions
}

function findSource(positions: Positions, line: number, column: number): string | null {
  const { sources, firstParts, columns, sourceIndexes, sourceLines } = positions
  const first = firstParts[line] ?? 0
  let part = (firstParts[line + 1] ?? first) - 1
  while (part > first && (columns[part] ?? 0) > column) part -= 1
  const source = part < first ? undefined : sources[sourceIndexes[part] ?? -1]
  return source === undefined ? null : `${source}:${(sourceLines[part] ?? 0) + 1}`
}

function readPositions(url: string): Positions | null {
  try {
    const map = `${url}.map`
    const { sources, mappings } = JSON.parse(readFileSync(fileURLToPath(map), 'utf8')) as {
      readonly sources: readonly string[]
      readonly mappings: string
    }
    return { sources: sources.map((source) => new URL(source, map).href), ...decode(mappings) }
  } catch {
    // The error that is being logged matters more than where its code came from.
    return null
  }
}

/** Decodes the `mappings` of a source map (ECMA-426): numbers in base 64, each relative to the one before it of its kind. */
function decode(mappings: string): Omit<Positions, 'sources'> {
  const positions = { firstParts: [0], columns: [], sourceIndexes: [], sourceLines: [] } as {
    readonly [Name in Exclude<keyof Positions, 'sources'>]: number[]
  }
  const { firstParts, columns, sourceIndexes, sourceLines } = positions
  let [column, sourceIndex, sourceLine] = [0, 0, 0]
  let [field, value, shift] = [0, 0, 0]
  const endPart = () => {
    if (field >= 3) {
      columns.push(column)
      sourceIndexes.push(sourceIndex)
      sourceLines.push(sourceLine)
    }
    field = 0
  }
  for (let i = 0; i < mappings.length; i++) {
    const code = mappings.charCodeAt(i)
    if (code === COMMA) {
      endPart()
    } else if (code === SEMICOLON) {
      endPart()
      firstParts.push(columns.length)
      column = 0
    } else {
      const digit = digits[code] ?? 0
      value += (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      const change = value & 1 ? -(value >> 1) : value >> 1
      if (field === 0) column += change
      else if (field === 1) sourceIndex += change
      else if (field === 2) sourceLine += change
      field += 1
      value = shift = 0
    }
  }
  endPart()
  firstParts.push(columns.length)
  return positions
}
