import { urls } from './addresses.ts'
import type { Notification } from './entities/notice.ts'

/** Opens the members of a board, with who asks for access. */
export const membersHash = '#members'

const findText = (data: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = data[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Where a notice leads the person `me` who reads it; calls.md, "Addresses". No host. */
export function getNotificationUrl(notice: Notification, me: string): string {
  const { wid } = notice
  if (wid === null) return urls.dashboard()
  const board = urls.whiteboard({ wid })
  const members = board + membersHash
  if ('data' in notice) return getOtherUrl(notice, wid, { board, members })
  if (notice.type === 1002 && notice.user === me) return urls.requestAccess({ wid })
  return notice.type === 1001 || notice.type === 1002 ? members : board
}

type Other = Extract<Notification, { data: unknown }>

function getOtherUrl(
  { type, data }: Other,
  wid: string,
  { board, members }: { readonly board: string; readonly members: string },
): string {
  switch (type) {
    case 1005:
    case 1006: {
      const [page, element] = [findText(data, 'page'), findText(data, 'element')]
      return urls.whiteboard({ wid, ...(page ? { page } : {}), ...(element ? { element } : {}) })
    }
    case 1007:
      return members
    case 1008:
      return data['granted'] === true ? board : urls.requestAccess({ wid })
    case 1009: {
      const token = findText(data, 'invite')
      return token ? urls.invite({ token, wid }) : urls.requestAccess({ wid })
    }
    case 1010:
      return data['of'] === 'members' ? members : urls.dashboard()
    case 1011:
      return urls.dashboard()
    default:
      return board
  }
}
