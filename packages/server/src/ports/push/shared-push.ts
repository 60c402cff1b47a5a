import type { NodeMessages } from '../messages/port.ts'
import type { Push } from './port.ts'

/** Also tells the other processes of the database, and receives from them. */
export function sharePush(local: Push, messages: NodeMessages): Push {
  messages.subscribe((message) => {
    if (message.kind === 'access') local.accessChanged(message.wid)
    else if (message.kind === 'sessions') local.sessionsEnded(message.sessions)
    else if (message.kind === 'notification') local.notification(message.uid, message.notice)
  })
  return {
    listOnline: (wids) => local.listOnline(wids),
    notification(uid, notice) {
      local.notification(uid, notice)
      messages.publish({ kind: 'notification', uid, notice: { ...notice } })
    },
    accessChanged(wid) {
      local.accessChanged(wid)
      messages.publish({ kind: 'access', wid })
    },
    sessionsEnded(sessions) {
      local.sessionsEnded(sessions)
      messages.publish({ kind: 'sessions', sessions: [...sessions] })
    },
  }
}
