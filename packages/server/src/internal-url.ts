import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'

/** Where other processes reach this one: the address it listens on, or this machine's first one if it listens on all. */
export function getInternalUrl({ host }: Pick<Config, 'host'>, listensAt: string): string {
  const url = new URL(listensAt)
  if (host !== '0.0.0.0' && host !== '::') return url.origin
  const external = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, address }) => !internal && isIPv4(address))
  if (external) url.hostname = external.address
  return url.origin
}
