import { expect, test } from 'vitest'
import { createTokenRenewal } from './token-renewal.ts'

function deferred() {
  let resolve = () => {}
  let reject = (_error: Error) => {}
  const promise = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}

const flushMicrotasks = async () => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve()
}

/** Shared by the browser's tabs: one lock, granted in the order of requests, to shared requests together. */
function sharedLock(): Pick<LockManager, 'request'> {
  let writers: Promise<unknown> = Promise.resolve()
  const request = async (_name: string, ...rest: unknown[]) => {
    const next = rest.at(-1) as () => unknown
    if (rest.length > 1) return writers.then(next)
    const done = writers.then(next)
    writers = done.catch(() => undefined)
    return done
  }
  return { request: request as LockManager['request'] }
}

/** When one of these tabs has finished waiting. */
async function order(waitIn: ReturnType<typeof createTokenRenewal>, renewIn: typeof waitIn, fails = false) {
  const log: string[] = []
  const call = deferred()
  const renewed = renewIn
    .run(() => call.promise.then(() => log.push('stored')))
    .catch(() => log.push('failed'))
  const settled = waitIn.settled().then(() => log.push('settled'))
  await flushMicrotasks()
  log.push('answered')
  if (fails) call.reject(new Error('no answer'))
  else call.resolve()
  await Promise.all([renewed, settled])
  return log
}

test('a tab waits for its own renewal until the token is stored, with and without Web Locks', async () => {
  for (const locks of [undefined, sharedLock()]) {
    const tab = createTokenRenewal(locks)
    expect(await order(tab, tab)).toEqual(['answered', 'stored', 'settled'])
  }
})

test('a tab waits for the renewal of another tab', async () => {
  const locks = sharedLock()
  const log = await order(createTokenRenewal(locks), createTokenRenewal(locks))
  expect(log).toEqual(['answered', 'stored', 'settled'])
})

test('a failed renewal ends the wait, too, and the next one is waited for again', async () => {
  const tab = createTokenRenewal(sharedLock())
  expect([...(await order(tab, tab, true))].sort()).toEqual(['answered', 'failed', 'settled'])
  expect(await order(tab, tab)).toEqual(['answered', 'stored', 'settled'])
})
