import { expect, test } from 'vitest'
import { fakeStorage } from '../fake-storage.ts'
import { createReloadOnce } from './reload-once.ts'

const flushMicrotasks = async (): Promise<void> => {
  for (let step = 0; step < 5; step += 1) await Promise.resolve()
}

/** Consecutive pages of one tab. */
function tab(update: () => Promise<void> = () => Promise.resolve()) {
  const { storage } = fakeStorage()
  const log: string[] = []
  const page = (build: string) =>
    createReloadOnce({
      storage,
      build: () => build,
      update: () => (log.push(`update ${build}`), update()),
      reload: () => void log.push(`reload ${build}`),
    })
  return { page, log }
}

test('an outdated page is updated first, then reloaded', async () => {
  const { page, log } = tab()
  const oldPage = page('one')
  oldPage.outdated()
  oldPage.outdated()
  await flushMicrotasks()
  expect([log, oldPage.isStillOutdated.value]).toEqual([['update one', 'reload one'], false])
})

test('a build that is still outdated after a reload is not reloaded again, except on request', async () => {
  const { page, log } = tab()
  page('one').outdated()
  await flushMicrotasks()
  const reloadedPage = page('one')
  reloadedPage.outdated()
  await flushMicrotasks()
  expect([log.length, reloadedPage.isStillOutdated.value]).toEqual([2, true])
  reloadedPage.now()
  await flushMicrotasks()
  expect(log.slice(2)).toEqual(['update one', 'reload one'])
})

test('another build is reloaded again; two that redirect to each other are not', async () => {
  const { page, log } = tab()
  for (const build of ['one', 'two', 'one', 'two']) {
    page(build).outdated()
    await flushMicrotasks()
  }
  expect(log.filter((line) => line.startsWith('reload'))).toEqual(['reload one', 'reload two'])
})

test('a failed update does not prevent the reload', async () => {
  const { page, log } = tab(() => Promise.reject(new Error('no worker')))
  page('one').outdated()
  await flushMicrotasks()
  expect(log).toEqual(['update one', 'reload one'])
})
