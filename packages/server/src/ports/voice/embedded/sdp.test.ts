import { describe, expect, it, test } from 'vitest'
import { listCandidates, offerToStartDtls, removeCandidates, replaceAddresses } from './sdp.ts'

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

test('an offer lets this server start the DTLS handshake in every media section', () => {
  const offer = 'm=audio 9\r\na=setup:actpass\r\na=mid:mic\r\nm=audio 9\r\na=setup:actpass\r\na=mid:slot0'
  expect(offerToStartDtls(offer).match(/a=setup:\w+/g)).toEqual(['a=setup:active', 'a=setup:active'])
})
