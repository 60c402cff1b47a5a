import type { NotifyConfig } from '@tavla/contract'

export type Channel = keyof NotifyConfig['channels']

/** Channels of a notification type: its override, else the default. */
export const getChannels = ({ channels, types }: NotifyConfig, type: number): NotifyConfig['channels'] =>
  types[String(type)] ?? channels

interface ChannelChoice {
  readonly type: number
  readonly channel: Channel
  readonly on: boolean
}

/** Sets one type on one channel. Overrides that equal the default are dropped. */
export function setType(
  config: NotifyConfig,
  { type, channel, on }: ChannelChoice,
): Pick<NotifyConfig, 'types'> {
  const override = { ...getChannels(config, type), [channel]: on }
  return { types: removeDefaults({ ...config.types, [String(type)]: override }, config.channels) }
}

/** Sets all types on one channel; the other channel is unchanged. */
export function setAllTypes(
  config: NotifyConfig,
  channel: Channel,
  on: boolean,
): Pick<NotifyConfig, 'channels' | 'types'> {
  const channels = { ...config.channels, [channel]: on }
  const types = Object.entries(config.types).map(
    ([type, override]) => [type, { ...override, [channel]: on }] as const,
  )
  return { channels, types: removeDefaults(Object.fromEntries(types), channels) }
}

function removeDefaults(
  types: NotifyConfig['types'],
  { inApp, email }: NotifyConfig['channels'],
): NotifyConfig['types'] {
  return Object.fromEntries(
    Object.entries(types).filter(([, override]) => override.inApp !== inApp || override.email !== email),
  )
}
