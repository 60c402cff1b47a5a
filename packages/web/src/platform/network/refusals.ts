import { getCodeName, codes } from '@tavla/contract'

/** A refusal as it came in, before anyone waits for it. */
export interface HandledRefusal {
  readonly code: number
  readonly data: unknown
  /** Address path of the page when the call began: an upload may end on another page. */
  readonly path: string
  /** The token that the call was sent with. */
  readonly token: string | null
}

/** What a refusal can set off. */
export interface RefusalHandlers {
  toast(words: string, onward: (() => void) | null): void
  /** 4001, for the token that the call was sent with. */
  sessionInvalid(token: string | null): void
  /** 4052 of an upload that began on the whiteboard. */
  upgrade(data: unknown): void
  /** Whose limit a 4042 is about: mine, or that of the board's owner, which no offer of mine would raise. */
  whoseLimit(data: unknown, path: string): 'mine' | 'owner'
  /** 4042 of my own plan, besides its toast; answers what the toast can lead to. */
  limitReached(): (() => void) | null
}

interface Deps {
  readonly words: (code: number, data: unknown) => string
  readonly sinks: RefusalHandlers
}

/** Does what the catalogue of spec §8 says of a code; everything else is said by anyone who made the call. */
export function handleRefusal(
  { code, data, path, token }: HandledRefusal,
  { words, sinks: handlers }: Deps,
): void {
  const name = getCodeName(code)
  if (name === undefined) return
  switch (codes[name].client) {
    case 'toast':
      if (name !== 'limit_reached') handlers.toast(words(code, data), null)
      else if (handlers.whoseLimit(data, path) === 'mine')
        handlers.toast(words(code, data), handlers.limitReached())
      else handlers.toast(words(code, { reason: 'owner', ...asFields(data) }), null)
      return
    case 'logout':
      handlers.sessionInvalid(token)
      return
    case 'upgrade':
      if (path.includes('whiteboard')) handlers.upgrade(data)
      return
    default:
  }
}

const asFields = (data: unknown): object => (typeof data === 'object' && data !== null ? data : {})
