import { isIP, isIPv6 } from 'node:net'

/** Some proxies add the port to the address. */
const withoutPort = (ip: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip)?.[1] ?? /^\[(.*)\](:\d+)?$/.exec(ip)?.[1] ?? ip

/**
 * The network that rate limits count by. An IPv6 /64 belongs to one holder, who could otherwise use a new
 * address each time. Invalid addresses count as one network.
 */
export function getNetwork(forwarded: string): string {
  const ip = withoutPort(forwarded)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return isIP(ip) ? ip : 'unknown'
  const [head = '', tail] = ip
    .replace(/%.*/, '')
    .replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
    .split('::')
  const getGroups = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [getGroups(head), getGroups(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
