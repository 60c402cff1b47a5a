import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tab } from '../../realtime/testing/tab.ts'
import { queueLimits } from '../../rate-limits/call-limits.ts'
import { getCode, guest, person, type Someone, createSpace } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { unzip } from '../../testing/unzip.ts'
import { createPaths } from './paths.ts'

interface WrittenBoard {
  readonly format: string
  readonly records: readonly { readonly id: string; readonly by: string }[]
}

describe.each(engineNames)('everything of mine on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bo: Someone
  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada')
    bo = await person(server, 'Bo')
  })
  afterAll(() => server.stop())
  const draw = async (who: Someone, wid: string, id: string): Promise<void> => {
    const url = `${server.url.replace('http', 'ws')}/api/live`
    const tab = await Tab.open({ url, ticket: () => who.call.space.liveTicket() }, who.uid, wid)
    await tab.put(id)
    tab.leave()
  }
  const address = async ({ call }: Someone): Promise<string> => {
    expect(await call.user.startExport()).toEqual({ state: 'ready' })
    const { state, url = '' } = await call.user.exportState()
    expect(state).toBe('ready')
    return url
  }
  const fetched = async (someone: Someone) => {
    const answer = await fetch(server.url + (await address(someone)))
    expect(answer.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''tavla-2026-01-05.zip",
    )
    expect([answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
      'no-store',
      'application/zip',
    ])
    return unzip(Buffer.from(await answer.arrayBuffer()))
  }
  const board = (files: ReadonlyMap<string, Buffer>, path: string) =>
    JSON.parse(files.get(path)?.toString() ?? '"missing"') as WrittenBoard

  it('contains in one file: the account, own spaces completely, and own work elsewhere', async () => {
    const own = await createSpace(ada, 'Plans/2026', { bo: [bo, 'editor'] })
    const others = await createSpace(bo, 'Plans/2026', { ada: [ada, 'editor'] })
    for (const wid of [own, others]) {
      await draw(ada, wid, 'from-ada')
      await draw(bo, wid, 'from-bo')
    }
    const file = new Blob(['hello'])
    const named = { type: 'text/plain', filesize: 5 }
    await ada.call.file.uploadDirect({ query: { id: own, filename: 'a:b?.txt', ...named }, file })
    await bo.call.file.uploadDirect({ query: { id: others, filename: 'theirs.txt', ...named }, file })
    await ada.call.user.setSettings({ body: { settings: '{"theme":"dark"}' } })

    const files = await fetched(ada)
    const upload = [...files.keys()].find((path) => path.startsWith('spaces/Plans_2026/files/'))
    expect([...files.keys()].sort()).toEqual(
      [
        'account.json',
        'spaces of others/Plans_2026/board.json',
        'spaces/Plans_2026/board.json',
        upload,
      ].sort(),
    )
    expect(upload).toMatch(/\/[\w-]+ a_b_\.txt$/)
    expect(files.get(upload ?? '')?.toString()).toBe('hello')
    expect(board(files, 'spaces/Plans_2026/board.json').records.map(({ id }) => id)).toEqual([
      'page-1',
      'from-ada',
      'from-bo',
    ])
    expect(board(files, 'spaces of others/Plans_2026/board.json').records).toMatchObject([
      { id: 'from-ada', by: ada.uid },
    ])
    const account = files.get('account.json')?.toString() ?? ''
    expect(JSON.parse(account)).toMatchObject({
      user: { email: ada.email, name: 'Ada' },
      settings: { theme: 'dark' },
      spaces: [{ role: 'owner' }, { role: 'editor' }],
    })
    expect(account).not.toContain(bo.email)
    expect(account).not.toMatch(/token|password":|secret/)
  })

  it('is only for its owner, for a limited time', async () => {
    const url = await address(ada)
    const status = async (changed: string) => (await fetch(server.url + changed)).status
    const findSession = (signed: string) => /n=[^&]+/.exec(signed)?.[0] ?? ''
    const theirs = url.replace(findSession(url), findSession(await address(bo)))
    expect([theirs === url, await status(theirs)]).toEqual([false, 404])
    expect(await status(url.replace(/e=\d+/, 'e=9999999999999'))).toBe(404)
    expect(await status(url.replace(/s=./, (first) => (first === 's=A' ? 's=B' : 's=A')))).toBe(404)
    expect(await status('/api/user/export/archive')).toBe(404)
    server.clock.advance(600_000)
    expect(await status(url)).toBe(404)
    const visitor = await guest(server)
    expect(await getCode(visitor.call.user.startExport())).toBe(4034)
  })
})

describe('can be created again', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  it('is limited to ten at once and thirty an hour per account, whatever the IP addresses', async () => {
    const [ada, bo] = [await person(server, 'Ada'), await person(server, 'Bo')]
    const get = async ({ call }: Someone) => {
      const { url = '' } = await call.user.exportState()
      const answer = await fetch(server.url + url)
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('retry-after')]
    }
    for (let count = 0; count < 10; count += 1) expect(await get(ada)).toEqual([200, null])
    expect(await get(ada)).toEqual([429, '120'])
    expect(await get(bo)).toEqual([200, null])
    server.clock.advance(120_000)
    expect([await get(ada), await get(ada)]).toEqual([
      [200, null],
      [429, '120'],
    ])
  })

  it('is made a few at a time: the next begins when one has ended', async () => {
    const ada = await person(server, 'Often')
    const { url = '' } = await ada.call.user.exportState()
    const asked = Array.from({ length: 3 * queueLimits.archives.maxRunning }, async () => {
      const answer = await fetch(server.url + url)
      await answer.arrayBuffer()
      return answer.status
    })
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
  })
})

describe('paths in an archive', () => {
  it('stay inside it, never clash, and are valid everywhere', () => {
    const paths = createPaths()
    const names = ['../../etc', 'a/b\\c', 'A/B\\C', '', '...', 'CON\u0000?', 'ä'.repeat(200)]
    const handed = names.map((name) => paths.free('f', name))
    expect(handed.slice(0, 6)).toEqual([
      'f/_.._etc',
      'f/a_b_c',
      'f/A_B_C (2)',
      'f/unnamed',
      'f/unnamed (2)',
      'f/CON_',
    ])
    expect(handed[6]).toHaveLength(82)
  })
})
