import i18next from 'i18next'
import { expect, it } from 'vitest'
import { createI18nOptions } from '../i18n.ts'
import { createTextsBackend } from './texts-backend.ts'

const file = (status = 200, body = '{"title":"Titel"}') => Promise.resolve(new Response(body, { status }))

/** A page in Swedish whose server gives these answers, one after the other, for the Swedish file. */
async function open(...answers: (() => Promise<Response>)[]) {
  const requests: string[] = []
  const instance = i18next.createInstance()
  const request = (url: string) => {
    requests.push(url)
    if (!url.includes('/sv/')) return file(200, '{"title":"Title"}')
    return (answers.shift() ?? file)()
  }
  const options = { ...createI18nOptions('sv'), ns: ['common'], retryTimeout: 1 }
  await instance.use(createTextsBackend(request)).init(options)
  return { title: instance.t('title'), requests: requests.filter((url) => url.includes('/sv/')) }
}

it('loads the file of a language and subject', async () => {
  expect(await open()).toEqual({ title: 'Titel', requests: ['/app/locales/sv/common.json'] })
})

it('tries again while there is no connection or the server is failing', async () => {
  const offline = () => Promise.reject(new TypeError('Failed to fetch'))
  const cut = () => Promise.resolve({ ok: true, text: () => Promise.reject(new Error('cut')) } as Response)
  const { title, requests } = await open(offline, () => file(503), cut)
  expect([title, requests.length]).toEqual(['Titel', 4])
})

it('gives up after five more attempts, and the page is in English', async () => {
  const { title, requests } = await open(...Array<() => Promise<Response>>(9).fill(() => file(500)))
  expect([title, requests.length]).toEqual(['Title', 6])
})

it.each([
  ['is missing', () => file(404)],
  ['is no JSON', () => file(200, '<html>')],
])('asks only once for a file that %s', async (_case, answer) => {
  const { title, requests } = await open(answer)
  expect([title, requests.length]).toEqual(['Title', 1])
})
