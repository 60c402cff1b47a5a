import { SocialProvider } from '@tavla/contract'
import type { Config } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import { openIdProvider } from './openid.ts'
import type { SocialPorts } from './port.ts'
import type { StandIn } from './stand-in.ts'

/** What is configured; where there is a stand-in, it takes the place of what is not. */
export function socialPorts(config: Config, clock: Clock, standIn: StandIn | null): SocialPorts {
  return new Map(
    SocialProvider.options.flatMap((provider) => {
      const configured = config.social.find((one) => one.provider === provider)
      const port = configured ? openIdProvider(configured, clock) : standIn?.port(provider)
      return port ? [[provider, port] as const] : []
    }),
  )
}
