import type { ServerFrame } from '@tavla/contract/realtime'

export type WelcomeFrame = Extract<ServerFrame, { t: 'welcome' }>

/** The first messages of a room, with overrides of a test. */
export const welcome = (more: Partial<WelcomeFrame> = {}): WelcomeFrame => ({
  t: 'welcome',
  wid: 'w',
  epoch: 'e',
  seq: 7,
  role: 'editor',
  c: 'me',
  time: 0,
  tail: false,
  chunks: [],
  people: [],
  ...more,
})
