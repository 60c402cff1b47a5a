/**
 * A page needs no candidates of its own to be reached: it calls the server, which learns from where. So nobody's addresses
 * are kept, and names that a page puts there are never looked up.
 */
export function withoutCandidates(sdp: string): string {
  return lines(sdp, (line) => (/^a=(candidate|end-of-candidates)/.test(line) ? null : line))
}

export function listCandidates(sdp: string): string[] {
  return sdp.split(/\r?\n/).flatMap((line) => (line.startsWith('a=candidate') ? line.slice(2) : []))
}

const CANDIDATE = /^(a=candidate:\S+ \d+ \S+ \d+ )\S+( \d+ typ host.*)$/

/** Behind address translation the server does not know where it is reached; the address is configured. */
export function advertise(sdp: string, address: string | null): string {
  if (address === null) return sdp
  const seen = new Set<string>()
  return lines(sdp, (line) => {
    const match = CANDIDATE.exec(line)
    if (!match) return line.startsWith('a=candidate') ? null : line
    // Many addresses inside are one outside.
    const [, before = '', after = ''] = match
    if (seen.has(after)) return null
    seen.add(after)
    return `${before}${address}${after}`
  })
}

function lines(sdp: string, map: (line: string) => string | null): string {
  return sdp
    .split(/\r?\n/)
    .flatMap((line) => map(line) ?? [])
    .join('\r\n')
}
