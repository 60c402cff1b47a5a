/** Calls that replace the session's token, such as a guest's upgrade: until one is answered, a refusal of the old token proves nothing. */
export interface TokenRenewal {
  /** Runs a call that answers a new token; it must have stored the token when it resolves. */
  run<T>(renew: () => Promise<T>): Promise<T>
  /** Resolves once no renewal is under way, in this tab or, where the browser has Web Locks, in any other. */
  settled(): Promise<void>
}

const lockName = 'tavla-token-renewal'

/** Without `locks` (plain http) only renewals of this tab are known. */
export function createTokenRenewal(locks: Pick<LockManager, 'request'> | undefined): TokenRenewal {
  let underWay: Promise<unknown> = Promise.resolve()
  return {
    run<T>(renew: () => Promise<T>): Promise<T> {
      const renewed: Promise<T> = locks ? locks.request(lockName, renew) : renew()
      underWay = Promise.allSettled([underWay, renewed])
      return renewed
    },
    async settled() {
      await underWay
      await locks?.request(lockName, { mode: 'shared' }, () => undefined)
    },
  }
}

export const tokenRenewal = createTokenRenewal(globalThis.navigator?.locks as LockManager | undefined)
