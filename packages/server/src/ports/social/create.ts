import { SocialProvider } from '@tavla/contract'
import type { Config } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import type { SocialPorts } from './port.ts'
import type { LocalProvider } from './local-provider.ts'

/** The configured providers; a local stand-in replaces those that are not configured. */
export async function socialPorts(
  config: Config,
  clock: Clock,
  standIn: LocalProvider | null,
): Promise<SocialPorts> {
  // Loaded on demand: most servers have no provider.
  const openId = config.social.length > 0 ? await import('./openid.ts') : null
  return new Map(
    SocialProvider.options.flatMap((provider) => {
      const configured = config.social.find((one) => one.provider === provider)
      const port = configured ? openId?.openIdProvider(configured, clock) : standIn?.port(provider)
      return port ? [[provider, port] as const] : []
    }),
  )
}
