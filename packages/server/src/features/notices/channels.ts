import { noticeTypes, type NotifyConfig } from '@tavla/contract'

type Channels = NotifyConfig['channels']

/** Where notices of a type go: as that type is set, else as all are. */
export const channelsFor = ({ channels, types }: NotifyConfig, type: number): Channels =>
  types[String(type)] ?? channels

/** Types that somebody does not want to see in the app. */
export const hiddenTypes = (config: NotifyConfig): number[] =>
  Object.values(noticeTypes).filter((type) => !channelsFor(config, type).inApp)

/** Letters of their own tell these, with what is needed to answer: nobody hears of them twice. */
const TOLD_BY_OTHER_LETTERS: readonly number[] = [noticeTypes.invited, noticeTypes.accessRequested]

/** Do notices of this type go into letters of news? */
export const isMailed = (config: NotifyConfig, type: number): boolean =>
  channelsFor(config, type).email && !TOLD_BY_OTHER_LETTERS.includes(type)
