import { request } from 'node:http'
import { expect, it } from 'vitest'
import type { SignInLink } from '../core/link.ts'
import { listenOnLoopback } from './loopback.ts'

const origin = 'https://board.example.org'
const code = 'c'.repeat(24)
const state = 's'.repeat(43)

it('accepts the code from the server’s own page only', async () => {
  const links: SignInLink[] = []
  const { port, close } = await listenOnLoopback(
    origin,
    (link) => link.state === state && links.push(link) > 0,
  )
  const get = (headers: Record<string, string>, path = `/?code=${code}&state=${state}`, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject)
      sent.end()
    })
  expect(await get({})).toBe(403)
  expect(await get({ origin: 'https://evil.example' })).toBe(403)
  expect(await get({ origin, host: 'evil.example' })).toBe(403)
  expect(await get({ origin }, `/?code=${code}&state=${'x'.repeat(43)}`)).toBe(403)
  expect(await get({ origin }, '/else')).toBe(403)
  expect(await get({ origin }, '/', 'POST')).toBe(405)
  expect(links).toEqual([])
  expect(await get({ origin }, '/', 'OPTIONS')).toBe(204)
  expect(await get({ origin })).toBe(204)
  expect(links).toEqual([{ code, state }])
  close()
})
