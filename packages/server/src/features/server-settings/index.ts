import { ServerSettings } from '@tavla/contract/admin'
import type { Sql, Tx } from '../../db/database.ts'

const initial: ServerSettings = {
  signUp: 'open',
  domains: [],
  guests: true,
  socialSignIn: true,
  voice: true,
  requireSecondFactor: false,
}

/** Server-wide settings, with defaults for those never set: who may create accounts and what is offered. */
export async function getServerSettings(sql: Sql): Promise<ServerSettings> {
  const rows = await sql.selectFrom('server_settings').selectAll().execute()
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  return ServerSettings.parse({ ...initial, ...stored })
}

type Changes = { readonly [Name in keyof ServerSettings]?: ServerSettings[Name] | undefined }

export async function setServerSettings(tx: Tx, changes: Changes): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const row = { name, value: JSON.stringify(value) }
    await tx
      .insertInto('server_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  }
}
