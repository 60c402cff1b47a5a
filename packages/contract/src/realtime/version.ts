export interface ProtocolVersion {
  readonly protocol: number
  /** Hash of the frame schemas, pinned by `version.test.ts`. */
  readonly frames: string
  readonly change: string
}

/** One entry per version, oldest first. A change of the frame schemas requires a new entry. */
export const protocolHistory: readonly [ProtocolVersion, ...ProtocolVersion[]] = [
  {
    protocol: 1,
    frames: '4e530fae53889de4',
    change: 'Rooms, edits, chunks, presence and previews over one socket.',
  },
  {
    protocol: 2,
    frames: '0c7cbb60daa73381',
    change: 'A presenter may restrict what the others can do.',
  },
  {
    protocol: 3,
    frames: '0fa48ff21b6d85f4',
    change: 'A tab may hear who is in which of its spaces.',
  },
  {
    protocol: 4,
    frames: '035596ce64618810',
    change:
      'Edits may be refused as busy, for the contents of a container or because suggestions are off, deletes skipped, which both sides hear; a join proves its past.',
  },
  {
    protocol: 5,
    frames: '1c9bbc20fb834f92',
    change: 'Who is in which space tells who is in its voice room, too.',
  },
  {
    protocol: 6,
    frames: 'c03b8cc70b5c965d',
    change: 'Presence has the caret and selection in the text that a person edits.',
  },
]

/** Pages older than this must reload. */
export const oldestServed = 2

export const currentVersion: ProtocolVersion = protocolHistory.at(-1) ?? protocolHistory[0]

export type Compatibility = 'served' | 'outdated' | 'server_outdated'

/** Whether the server supports a page. `boardFormat` is the format hash of the canvas model. */
export function getCompatibility(
  page: { readonly protocol: number; readonly schema: { readonly frames: string; readonly board: string } },
  boardFormat: string,
): Compatibility {
  if (page.protocol > currentVersion.protocol) return 'server_outdated'
  if (page.protocol < oldestServed) return 'outdated'
  const stated = protocolHistory.find((version) => version.protocol === page.protocol)
  return stated?.frames === page.schema.frames && page.schema.board === boardFormat ? 'served' : 'outdated'
}
