import { describe, expect, it } from 'vitest'
import { replaceAddresses, listCandidates, removeCandidates } from './sdp.ts'

const sdp = [
  'v=0',
  'a=candidate:1 1 UDP 2114977791 192.168.1.20 4000 typ host',
  'a=candidate:2 1 UDP 2114977535 10.0.0.4 4000 typ host',
  'a=candidate:3 1 UDP 1678769919 203.0.113.9 55021 typ srflx raddr 192.168.1.20 rport 4000',
  'a=end-of-candidates',
  'a=mid:mic',
].join('\r\n')

describe('addresses in session descriptions', () => {
  it('are removed from a client’s answer, host names included', () => {
    const answer = sdp.replace('10.0.0.4', '4f1c.local')
    expect(removeCandidates(answer)).toBe('v=0\r\na=mid:mic')
    expect(listCandidates(removeCandidates(answer))).toEqual([])
  })

  it('are replaced by the configured one behind NAT', () => {
    expect(listCandidates(replaceAddresses(sdp, '198.51.100.7'))).toEqual([
      'candidate:1 1 UDP 2114977791 198.51.100.7 4000 typ host',
    ])
    expect(replaceAddresses(sdp, null)).toBe(sdp)
  })
})
