import type { ServerFrame } from '@tavla/contract/realtime'

export type WelcomeFrame = Extract<ServerFrame, { t: 'welcome' }>

/** What a room says first, with what a test wants of it. */
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
