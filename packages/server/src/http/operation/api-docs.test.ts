import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

it('the API pages load from this server only', async () => {
  const page = await fetch(`${server.url}/api/docs`)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
  const html = await page.text()
  const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(parts).toContain('/api/docs/swagger-ui-bundle.js')
  for (const path of parts) {
    expect(path, html).toMatch(/^\/api\//)
    const part = await fetch(server.url + path)
    expect([path, part.status]).toEqual([path, 200])
    await part.arrayBuffer()
  }
})
