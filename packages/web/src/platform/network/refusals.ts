import { getCodeName, codes } from '@tavla/contract'

/** A refusal as received, before any caller handles it. */
export interface HandledRefusal {
  readonly code: number
  readonly data: unknown
  /** Path of the page when the call was sent: an upload can end on another page. */
  readonly path: string
  /** The token that the call was sent with. */
  readonly token: string | null
}

/** A way on that the toast of a refusal offers. */
export interface RefusalAction {
  readonly to: 'plans' | 'account'
  readonly run: () => void
}

/** Effects of refusals. */
export interface RefusalHandlers {
  toast(text: string, action: RefusalAction | null): void
  /** 4001, for the token that the call was sent with. */
  sessionInvalid(token: string | null): void
  /** 4052 of an upload that began on the whiteboard. */
  upgrade(data: unknown): void
  /**
   * Whose limit a 4042 concerns: the user's, or that of the board's owner, which an offer to the user would not
   * raise.
   */
  getLimitOwner(data: unknown, path: string): 'mine' | 'owner'
  /** 4042 of the user's plan, in addition to its toast; returns the toast's action. */
  getPlansAction(): (() => void) | null
  /** Leads a guest to an account; null for everybody else. */
  getAccountAction(): (() => void) | null
}

interface RefusalOptions {
  readonly getText: (code: number, data: unknown) => string
  readonly sinks: RefusalHandlers
}

/** Applies the catalogue of spec §8 to a code; everything else is shown by the caller. */
export function handleRefusal(
  { code, data, path, token }: HandledRefusal,
  { getText, sinks: handlers }: RefusalOptions,
): void {
  const name = getCodeName(code)
  if (name === undefined) return
  switch (codes[name].client) {
    case 'toast':
      if (name === 'guest_not_allowed' && !('reason' in toFields(data)))
        handlers.toast(getText(code, data), createAction('account', handlers.getAccountAction()))
      else if (name !== 'limit_reached') handlers.toast(getText(code, data), null)
      else if (handlers.getLimitOwner(data, path) === 'mine')
        handlers.toast(getText(code, data), createAction('plans', handlers.getPlansAction()))
      else handlers.toast(getText(code, { reason: 'owner', ...toFields(data) }), null)
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

const createAction = (to: RefusalAction['to'], run: (() => void) | null): RefusalAction | null =>
  run && { to, run }

const toFields = (data: unknown): object => (typeof data === 'object' && data !== null ? data : {})
