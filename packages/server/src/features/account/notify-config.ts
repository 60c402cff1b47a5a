import { NotifyConfig } from '@tavla/contract'
import type { Actor, App } from '../../context.ts'
import { getAccount, updateAccount } from './rows.ts'

interface OwnAccount {
  readonly app: App
  readonly actor: Actor
}

type Changes = { readonly [K in keyof NotifyConfig]?: NotifyConfig[K] | undefined }

const DEFAULT_CONFIG: NotifyConfig = { channels: { inApp: true, email: true }, types: {}, digest: 'none' }

export const readNotifyConfig = (stored: string | null): NotifyConfig =>
  stored === null ? DEFAULT_CONFIG : NotifyConfig.parse(JSON.parse(stored))

export async function notifyConfig({ app, actor }: OwnAccount): Promise<NotifyConfig> {
  return readNotifyConfig((await getAccount(app.db.sql, actor.uid)).notify)
}

/** Omitted fields stay; `types` is replaced as a whole. */
export async function setNotifyConfig({ app, actor }: OwnAccount, changes: Changes): Promise<NotifyConfig> {
  return app.db.transaction(async (tx) => {
    const before = readNotifyConfig((await getAccount(tx, actor.uid)).notify)
    const merged = {
      channels: changes.channels ?? before.channels,
      types: changes.types ?? before.types,
      digest: changes.digest ?? before.digest,
    }
    await updateAccount(tx, actor.uid, { notify: JSON.stringify(merged) })
    return merged
  })
}
