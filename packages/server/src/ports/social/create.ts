import { SocialProvider } from '@tavla/contract'
import type { Config } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import type { SocialPorts } from './port.ts'
import type { LocalProvider } from './local-provider.ts'

/** What is configured; where there is a stand-in, it takes the place of what is not. */
export async function socialPorts(
  config: Config,
  clock: Clock,
  standIn: LocalProvider | null,
): Promise<SocialPorts> {
  // Most servers have no provider and need none of the protocol's code.
  const openId = config.social.length > 0 ? await import('./openid.ts') : null
  return new Map(
    SocialProvider.options.flatMap((provider) => {
      const configured = config.social.find((one) => one.provider === provider)
      const port = configured ? openId?.openIdProvider(configured, clock) : standIn?.port(provider)
      return port ? [[provider, port] as const] : []
    }),
  )
}
