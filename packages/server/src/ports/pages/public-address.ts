import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not on the internet (RFC 6890 and its registry), multicast and reserved ones. */
const unreachable = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Within the IPv6 addresses that are on the internet: documentation, and tunnels that lead to any IPv4 address. */
const unreachable6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blocked = new BlockList()
for (const [networks, family] of [
  [unreachable, 'ipv4'],
  [unreachable6, 'ipv6'],
] as const)
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    blocked.addSubnet(address, Number(prefix), family)
  }
const internet6 = new BlockList()
internet6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the internet, so that a request to it reaches nothing in this server's own network. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !blocked.check(ip, 'ipv4')
  return family === 6 && internet6.check(ip, 'ipv6') && !blocked.check(ip, 'ipv6')
}
