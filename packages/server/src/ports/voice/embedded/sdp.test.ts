import { describe, expect, it } from 'vitest'
import { advertise, listCandidates, withoutCandidates } from './sdp.ts'

const sdp = [
  'v=0',
  'a=candidate:1 1 UDP 2114977791 192.168.1.20 4000 typ host',
  'a=candidate:2 1 UDP 2114977535 10.0.0.4 4000 typ host',
  'a=candidate:3 1 UDP 1678769919 203.0.113.9 55021 typ srflx raddr 192.168.1.20 rport 4000',
  'a=end-of-candidates',
  'a=mid:mic',
].join('\r\n')

describe('addresses in session descriptions', () => {
  it('are not kept of a page: nothing that it writes there is called, looked up or passed on', () => {
    const answer = sdp.replace('10.0.0.4', '4f1c.local')
    expect(withoutCandidates(answer)).toBe('v=0\r\na=mid:mic')
    expect(listCandidates(withoutCandidates(answer))).toEqual([])
  })

  it('are the configured one alone where the server stands behind address translation', () => {
    expect(listCandidates(advertise(sdp, '198.51.100.7'))).toEqual([
      'candidate:1 1 UDP 2114977791 198.51.100.7 4000 typ host',
    ])
    expect(advertise(sdp, null)).toBe(sdp)
  })
})
