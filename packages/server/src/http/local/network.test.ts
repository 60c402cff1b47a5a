import { describe, expect, it } from 'vitest'
import { getNetwork } from './network.ts'

describe('the network of a request', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::5:6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
    ['not an address', 'unknown'],
    ['another one', 'unknown'],
  ])('%s counts as %s', (ip, network) => {
    expect(getNetwork(ip)).toBe(network)
  })
})
