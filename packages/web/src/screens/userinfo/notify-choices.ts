import type { NotifyConfig } from '@tavla/contract'

export type Channel = keyof NotifyConfig['channels']

/** Where notices of a type go: as that type is set, else as all are. */
export const getChannels = ({ channels, types }: NotifyConfig, type: number): NotifyConfig['channels'] =>
  types[String(type)] ?? channels

interface Choice {
  readonly type: number
  readonly channel: Channel
  readonly on: boolean
}

/** One type set otherwise; a type that is as all are needs no words of its own. */
export function withType(config: NotifyConfig, { type, channel, on }: Choice): Pick<NotifyConfig, 'types'> {
  const own = { ...getChannels(config, type), [channel]: on }
  return { types: withoutUsual({ ...config.types, [String(type)]: own }, config.channels) }
}

/** Every type on this channel at once; the other channel stays as it is. */
export function withAll(
  config: NotifyConfig,
  channel: Channel,
  on: boolean,
): Pick<NotifyConfig, 'channels' | 'types'> {
  const channels = { ...config.channels, [channel]: on }
  const types = Object.entries(config.types).map(([type, own]) => [type, { ...own, [channel]: on }] as const)
  return { channels, types: withoutUsual(Object.fromEntries(types), channels) }
}

function withoutUsual(
  types: NotifyConfig['types'],
  { inApp, email }: NotifyConfig['channels'],
): NotifyConfig['types'] {
  return Object.fromEntries(
    Object.entries(types).filter(([, own]) => own.inApp !== inApp || own.email !== email),
  )
}
