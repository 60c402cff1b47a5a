import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person, PASSWORD, type Someone } from '../testing/as.ts'
import { engineNames } from '../testing/databases.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { type CommandName, isCommandName, runCommand, UsageError } from './commands.ts'

describe.each(engineNames)('npm run admin on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let bo: Someone
  const run = (name: CommandName, ...operands: readonly string[]) =>
    runCommand(server.app, name, { operands, search: '', limit: '100' })

  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada')
    bo = await person(server, 'Bo')
  })
  afterAll(() => server.stop())

  it('lists accounts and makes an administrator, audited as done at the command line', async () => {
    const { lines, data } = await run('list-users')
    expect(data).toMatchObject({ total: 2 })
    expect(lines.join('\n')).toContain(`${ada.uid}\t${ada.email}\tAda\tadministrator`)
    await run('make-admin', bo.email)
    const rows = await server.app.db.sql
      .selectFrom('audit')
      .select(['event', 'actor'])
      .where('actor', '=', 'command line')
      .orderBy('at')
      .execute()
    expect(rows.map(({ event }) => event).toSorted()).toEqual(['admin.people', 'admin.setAdministrator'])
  })

  it('suspends by uid, ends the sessions of the running server too, and never suspends the last administrator', async () => {
    await run('suspend', bo.uid)
    expect(await getCode(bo.call.space.list({ query: {} }))).toBe(4001)
    const job = server.app.db.sql.selectFrom('promises').select('kind')
    const waiting = await job.where('kind', '=', 'administration.sessions-ended').execute()
    expect(waiting).toHaveLength(1)
    await expect(run('suspend', ada.email)).rejects.toMatchObject({ data: { reason: 'last_administrator' } })
    expect(await getCode(ada.call.space.list({ query: {} }))).toBe(200)
  })

  it('answers a reset link that works once', async () => {
    const { lines } = await run('reset-link', ada.email)
    const token = new URL(lines[0] ?? '').searchParams.get('token') ?? ''
    const password = `${PASSWORD} anew`
    const reset = () => getCode(server.as(null).auth.resetPassword({ body: { token, password } }))
    expect(await reset()).toBe(200)
    expect(await reset()).toBe(4017)
  })

  it('finds an audit log that was changed, and shows figures', async () => {
    expect(await run('verify-audit')).toMatchObject({ isOk: true, data: { broken: null } })
    await server.app.db.sql.updateTable('audit').where('seq', '=', 2).set({ seal: 'forged' }).execute()
    expect(await run('verify-audit')).toMatchObject({ isOk: false, data: { broken: 2 } })
    expect((await run('stats')).data).toMatchObject({ accounts: 2, spaces: 0 })
  })

  it('refuses unknown accounts and commands called wrongly', async () => {
    await expect(run('suspend', 'nobody@example.com')).rejects.toMatchObject({ reason: 'not_found' })
    await expect(run('suspend')).rejects.toThrow(UsageError)
    await expect(run('stats', 'extra')).rejects.toThrow(UsageError)
    expect(isCommandName('drop-everything')).toBe(false)
  })
})
