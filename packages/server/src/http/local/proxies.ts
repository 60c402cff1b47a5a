import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../../context.ts'

/** In the framework's form: it reads the header from the right and stops at the first untrusted proxy. */
export const trustedProxies = ({
  trustProxy,
}: App['config']): string[] | ((address: string, hop: number) => boolean) =>
  typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : [...trustProxy]

const FORWARDED = ['x-forwarded-for', 'forwarded']

/** Logs once that an unconfigured proxy is in front: everybody behind it would count as one network. */
export function forwardingWarning({ config, log }: App): (headers: IncomingHttpHeaders) => void {
  let isLogged = config.publicUrl === null || config.trustProxy !== 0
  return (headers) => {
    if (isLogged || !FORWARDED.some((name) => name in headers)) return
    isLogged = true
    log.warn(
      'Requests come through a proxy, but TRUST_PROXY is not set: everybody counts as one network address. ' +
        'Set TRUST_PROXY to the number of proxies in front of this server, or to their networks.',
    )
  }
}
