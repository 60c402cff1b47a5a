/** Names of the messages between the preload script and the host. */
export const channels = { options: 'tavla:options', call: 'tavla:call', event: 'tavla:event' } as const

/** What the preload script asks for before the page's first script. */
export interface PreloadOptions {
  readonly origin: string
  readonly flagKey: string
  readonly version: number
}
