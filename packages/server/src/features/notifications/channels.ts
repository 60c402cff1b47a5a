import { notificationTypes, type NotifyConfig } from '@tavla/contract'

type Channels = NotifyConfig['channels']

/** Where notices of a type go: as that type is set, else as all are. */
export const getChannels = ({ channels, types }: NotifyConfig, type: number): Channels =>
  types[String(type)] ?? channels

/** Types that somebody does not want to see in the app. */
export const hiddenTypes = (config: NotifyConfig): number[] =>
  Object.values(notificationTypes).filter((type) => !getChannels(config, type).inApp)

/** Emails of their own tell these, with what is needed to answer: nobody hears of them twice. */
const ANNOUNCED_BY_OWN_EMAIL: readonly number[] = [
  notificationTypes.invited,
  notificationTypes.accessRequested,
]

/** Do notices of this type go into emails of news? */
export const isMailed = (config: NotifyConfig, type: number): boolean =>
  getChannels(config, type).email && !ANNOUNCED_BY_OWN_EMAIL.includes(type)
