import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../../tools/redis-process.ts'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/databases.ts'
import { hasNginx, type Nginx, startNginx } from '../testing/cluster/nginx.ts'
import { Nodes } from '../testing/cluster/nodes.ts'
import { Drawer } from '../testing/drawer.ts'
import { ExpectedState, newcomer, openTab, randomFrom } from '../testing/kill.ts'

const [first, standby] = [0, 1]

describe.each(hasNginx() ? ['a hot standby behind nginx'] : [])('%s', () => {
  let place: TestDatabase
  let nodes: Nodes
  let nginx: Nginx
  beforeEach(async () => {
    place = await testDatabase('postgres', { isMigrated: true })
    const env = { DATABASE_URL: place.url ?? '', SECRET: 'the secret that both processes have', VOICE: 'off' }
    nodes = await Nodes.start(2, { ...env, TRUST_PROXY: '1' }, place.directory)
    const [port = 0, standbyPort = 0] = nodes.ports
    nginx = await startNginx(join(place.directory, 'nginx'), await freePort(), [port], [standbyPort])
  }, 60_000)
  afterEach(async () => {
    await nginx.stop()
    await nodes.killAll()
    await place.dispose()
  })

  async function untilOwned(index: number): Promise<void> {
    while ((await nodes.readLoad(index)).rooms === 0) await systemClock.sleep(20)
  }

  it(
    'takes over by itself, and gives back when it is restarted',
    { timeout: 90_000 },
    async ({ annotate }) => {
      const { url } = nginx
      const person = await newcomer(url)
      const expected = new ExpectedState()
      const drawer = new Drawer({ url, person, name: 'ada', expected, random: randomFrom(7) })
      await drawer.page.open()
      expect(await nodes.readLoad(first)).toMatchObject({ rooms: 1, sockets: 1 })
      expect(await nodes.readLoad(standby)).toMatchObject({ rooms: 0, sockets: 0 })
      const drawing = drawer.draw()

      const killedAt = systemClock.now()
      await nodes.kill(first)
      await untilOwned(standby)
      await drawer.page.until(() => drawer.page.isJoined)
      await annotate(`at the standby ${systemClock.now() - killedAt} ms after the kill`)

      await nodes.startNode(first)
      expect(await nodes.readLoad(standby)).toMatchObject({ rooms: 1 })
      await nodes.stop(standby)
      const stoppedAt = systemClock.now()
      await nodes.startNode(standby)
      await untilOwned(first)
      await drawer.page.until(() => drawer.page.isJoined)
      await annotate(`back at the first process ${systemClock.now() - stoppedAt} ms after it was given back`)
      expect(await nodes.readLoad(standby)).toMatchObject({ rooms: 0, sockets: 0 })

      drawer.rest()
      await drawing
      await drawer.page.until(() => drawer.page.unsaved === 0)
      const observer = await openTab(url, person, 'observer')
      expect(expected.lost((id) => observer.state.get(id)?.['x'])).toEqual([])
      observer.cut()
      expect(expected.acked).toBeGreaterThan(20)
      expect(drawer.refused).toBe(0)
      drawer.page.leave()
    },
  )
})
