import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codes, type CodeName, reasons } from '@tavla/contract'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Calls that are declared and not built yet; their reasons are listed already. */
const later: readonly string[] = ['promo', 'otp', 'minutes', 'full']

/** Sources of the server that answer calls; the live socket has reasons of its own. */
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|(^|\/)(testing|realtime)\//.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

/** From an opening bracket to the one that closes it. */
function argumentsAt(source: string, open: number): string {
  let depth = 0
  for (let at = open; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')' && --depth === 0) return source.slice(open, at)
  }
  return source.slice(open)
}

interface Sent {
  readonly code: CodeName
  readonly reason: string
}

function findSent(source: string): Sent[] {
  const refused = [...source.matchAll(/\b(?:refuse|answerOf|Refused)\(\s*'(\w+)'/g)].flatMap((match) => {
    const given = argumentsAt(source, match.index + match[0].indexOf('('))
    return [...given.matchAll(/\breason: '(\w+)'/g)].map(([, reason]) => ({ code: match[1], reason }))
  })
  const invalid = [...source.matchAll(/\binvalid\(/g)].flatMap((match) => {
    const given = argumentsAt(source, match.index + match[0].length - 1)
    return [...given.matchAll(/\}, '(\w+)'$/g)].map(([, reason]) => ({ code: 'invalid', reason }))
  })
  return [...refused, ...invalid] as Sent[]
}

const listed: Readonly<Partial<Record<CodeName, readonly string[]>>> = reasons
const sent = sources.flatMap(findSent)

// What is no literal there cannot be another reason either: the types of `refuse` and `invalid` take listed ones only.
describe('the reasons of refusals', () => {
  it('are all listed under their code', () => {
    expect(sent.length).toBeGreaterThan(15)
    for (const { code, reason } of sent) {
      expect(codes).toHaveProperty(code)
      expect(listed[code], `${code} ${reason}`).toContain(reason)
    }
  })

  it('are all sent, unless their sender is not built', () => {
    const everything = sources.join('\n')
    const unsent = Object.values(listed)
      .flat()
      .filter((reason) => !everything.includes(`'${reason}'`))
    expect(unsent.filter((reason) => !later.includes(reason))).toEqual([])
  })
})
