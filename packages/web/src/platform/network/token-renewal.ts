/**
 * Calls that replace the session's token, such as a guest's upgrade: while one is pending, a refusal of the
 * old token does not mean that the session has ended.
 */
export interface TokenRenewal {
  /** Runs a call that returns a new token and has stored it when it resolves. */
  run<T>(renew: () => Promise<T>): Promise<T>
  /** Resolves once no renewal is pending, in this tab or, with Web Locks, in any other. */
  settled(): Promise<void>
}

const lockName = 'tavla-token-renewal'

/** Without `locks` (plain HTTP) only renewals of this tab are known. */
export function createTokenRenewal(locks: Pick<LockManager, 'request'> | undefined): TokenRenewal {
  let pending: Promise<unknown> = Promise.resolve()
  return {
    run<T>(renew: () => Promise<T>): Promise<T> {
      const renewed: Promise<T> = locks ? locks.request(lockName, renew) : renew()
      pending = Promise.allSettled([pending, renewed])
      return renewed
    },
    async settled() {
      await pending
      await locks?.request(lockName, { mode: 'shared' }, () => undefined)
    },
  }
}

export const tokenRenewal = createTokenRenewal(globalThis.navigator?.locks as LockManager | undefined)
