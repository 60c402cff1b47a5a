import { notificationTypes, type NotifyConfig, typesOutsideDigest } from '@tavla/contract'

type Channels = NotifyConfig['channels']

/** Where notices of a type go: as that type is set, else as all are. */
export const getChannels = ({ channels, types }: NotifyConfig, type: number): Channels =>
  types[String(type)] ?? channels

/** Types that somebody does not want to see in the app. */
export const hiddenTypes = (config: NotifyConfig): number[] =>
  Object.values(notificationTypes).filter((type) => !getChannels(config, type).inApp)

/** Do notices of this type go into emails of news? */
export const isMailed = (config: NotifyConfig, type: number): boolean =>
  getChannels(config, type).email && !typesOutsideDigest.includes(type)
