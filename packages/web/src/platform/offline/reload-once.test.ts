import { expect, test } from 'vitest'
import { fakeStorage } from '../fake-storage.ts'
import { createReloadOnce } from './reload-once.ts'

const turn = async (): Promise<void> => {
  for (let step = 0; step < 5; step += 1) await Promise.resolve()
}

/** Pages of one tab, one after the other. */
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

test('a page that is too old is brought up to date first, then loaded anew', async () => {
  const { page, log } = tab()
  const old = page('one')
  old.outdated()
  old.outdated()
  await turn()
  expect([log, old.inVain.value]).toEqual([['update one', 'reload one'], false])
})

test('a build that a reload brought back is not reloaded again, unless the person says so', async () => {
  const { page, log } = tab()
  page('one').outdated()
  await turn()
  const again = page('one')
  again.outdated()
  await turn()
  expect([log.length, again.inVain.value]).toEqual([2, true])
  again.now()
  await turn()
  expect(log.slice(2)).toEqual(['update one', 'reload one'])
})

test('another build is reloaded again; two that send each other back and forth are not', async () => {
  const { page, log } = tab()
  for (const build of ['one', 'two', 'one', 'two']) {
    page(build).outdated()
    await turn()
  }
  expect(log.filter((line) => line.startsWith('reload'))).toEqual(['reload one', 'reload two'])
})

test('an update that fails does not stand in the way of the reload', async () => {
  const { page, log } = tab(() => Promise.reject(new Error('no worker')))
  page('one').outdated()
  await turn()
  expect(log).toEqual(['update one', 'reload one'])
})
