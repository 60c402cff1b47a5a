import { notificationTypes, type NotifyConfig, typesOutsideDigest } from '@tavla/contract'

type Channels = NotifyConfig['channels']

/** Channels of a notification type: the type's own setting, else the general one. */
export const getChannels = ({ channels, types }: NotifyConfig, type: number): Channels =>
  types[String(type)] ?? channels

/** Types that are turned off in the app. */
export const hiddenTypes = (config: NotifyConfig): number[] =>
  Object.values(notificationTypes).filter((type) => !getChannels(config, type).inApp)

/** Whether notifications of this type are emailed. */
export const isMailed = (config: NotifyConfig, type: number): boolean =>
  getChannels(config, type).email && !typesOutsideDigest.includes(type)
