import { addresses } from './addresses.ts'
import type { Notice } from './entities/notice.ts'

/** Opens the members of a board, with who asks for access. */
export const membersHash = '#members'

const textIn = (data: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = data[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Where a notice leads the person `me` who reads it; calls.md, "Addresses". No host. */
export function noticeAddress(notice: Notice, me: string): string {
  const { wid } = notice
  if (wid === null) return addresses.dashboard()
  const board = addresses.whiteboard({ wid })
  const members = board + membersHash
  if ('data' in notice) return otherAddress(notice, wid, { board, members })
  if (notice.type === 1002 && notice.user === me) return addresses.requestAccess({ wid })
  return notice.type === 1001 || notice.type === 1002 ? members : board
}

type Other = Extract<Notice, { data: unknown }>

function otherAddress(
  { type, data }: Other,
  wid: string,
  { board, members }: { readonly board: string; readonly members: string },
): string {
  switch (type) {
    case 1005:
    case 1006: {
      const [page, element] = [textIn(data, 'page'), textIn(data, 'element')]
      return addresses.whiteboard({ wid, ...(page ? { page } : {}), ...(element ? { element } : {}) })
    }
    case 1007:
      return members
    case 1008:
      return data['granted'] === true ? board : addresses.requestAccess({ wid })
    case 1009: {
      const token = textIn(data, 'invite')
      return token ? addresses.invite({ token, wid }) : addresses.requestAccess({ wid })
    }
    case 1010:
      return data['of'] === 'members' ? members : addresses.dashboard()
    case 1011:
      return addresses.dashboard()
    default:
      return board
  }
}
