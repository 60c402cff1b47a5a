import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { Peer } from './peer.ts'

const countPeers = (): number => queryObjects(Peer, { format: 'count' })

/** The client's offer. A function of its own, so that nothing here keeps the peer alive. */
async function openAndClose(id: string): Promise<string> {
  const offers: string[] = []
  const peer = new Peer({
    ...{ id, slots: 8, forwarder: { port: 0, bind: '127.0.0.1', address: null } },
    ...{ onOffer: (sdp) => offers.push(sdp), onMedia: () => undefined, onPacket: () => undefined },
  })
  await expect.poll(() => offers).toHaveLength(1)
  peer.close()
  return offers[0] ?? ''
}

test('a peer offers audio levels and to start the handshake, and is freed once it is closed', async () => {
  const [microphone = ''] = (await openAndClose('first')).split('m=audio').slice(1)
  expect(microphone).toContain('a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level')
  expect(microphone).toContain('a=ptime:40')
  expect(microphone).toContain('a=setup:active')
  for (let count = 0; count < 4; count += 1) await openAndClose(`peer${count}`)
  await expect.poll(() => countPeers()).toBeLessThan(2)
})
