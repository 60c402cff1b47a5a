/**
 * Removes a client's ICE candidates. The client sends the first STUN request, from which the server learns the address, so
 * addresses are not stored and host names in candidates are never resolved.
 */
export function removeCandidates(sdp: string): string {
  return lines(sdp, (line) => (/^a=(candidate|end-of-candidates)/.test(line) ? null : line))
}

export function listCandidates(sdp: string): string[] {
  return sdp.split(/\r?\n/).flatMap((line) => (line.startsWith('a=candidate') ? line.slice(2) : []))
}

/**
 * Makes this server start the DTLS handshake, which browsers otherwise start as soon as they can send: the server
 * is ready some 50 ms later and ignores what comes before, and the browser repeats it only after 50, 150 and 350 ms.
 */
export function offerToStartDtls(sdp: string): string {
  return lines(sdp, (line) => (line === 'a=setup:actpass' ? 'a=setup:active' : line))
}

const CANDIDATE = /^(a=candidate:\S+ \d+ \S+ \d+ )\S+( \d+ typ host.*)$/

/** Replaces the addresses of host candidates by the configured public one, which a server behind NAT cannot know. */
export function replaceAddresses(sdp: string, address: string | null): string {
  if (address === null) return sdp
  const seen = new Set<string>()
  return lines(sdp, (line) => {
    const match = CANDIDATE.exec(line)
    if (!match) return line.startsWith('a=candidate') ? null : line
    // Several local addresses map to the same public one.
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
