import { BoardHealth, usePageTimings } from '../../features/board-health/index.ts'
import { MembersDialog } from '../../features/members/index.ts'
import { HistoryView, openLazyVersions } from '../../features/history/index.ts'
import { RenameDialog } from '../../features/spaces/index.ts'
import { useLogout } from '../../features/account/index.ts'
import {
  ConnectDialog,
  ExportDialog,
  Help,
  Palette,
  Slideshow,
  useBoard,
} from '../../features/board-panels/index.ts'
import { exportHash, isAtLeast, membersHash } from '@tavla/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from '../../platform/navigation/use-location.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'

/** The current page as a query, so that invited people see it first. */
function getPageQuery({ state }: ReturnType<typeof useBoard>['board']): string {
  const page = state.page.peek()
  return page === null ? '' : new URLSearchParams({ p: page }).toString()
}

/** Dialogs over the board, one at a time; closing returns focus to the control that opened it, or to the board. */
export function BoardDialogs({ firstHash }: { firstHash: string }) {
  const { ui, board, space } = useBoard()
  const timings = usePageTimings({ board })
  const dialog = useSignal(ui.dialog)
  const logout = useLogout()
  const close = () => {
    const opener = ui.close()
    if (opener?.isConnected) opener.focus()
    else board.focus()
  }
  useEffect(() => {
    if (dialog?.type !== 'logout') return
    logout.askOrLogOut()
    ui.close()
  }, [dialog, logout, ui])
  const isReady = useSignal(board.state.page) !== null
  // As links in notifications do, and the menu of the dashboard once there is a page to export.
  useHashTarget(membersHash, { firstHash, isReady: true }, () => ui.open({ type: 'members', list: true }))
  useHashTarget(exportHash, { firstHash, isReady }, () => ui.open({ type: 'export', as: 'png' }))
  switch (dialog?.type) {
    case 'palette':
      return <Palette onClose={close} />
    case 'slides':
      return <Slideshow onClose={close} />
    case 'connect':
      return <ConnectDialog onClose={close} />
    case 'help':
      return <Help onClose={close} />
    case 'health':
      return <BoardHealth timings={timings} onClose={close} />
    case 'members':
      return (
        <MembersDialog
          space={space}
          initialTab={dialog.list ? 'members' : 'invite'}
          initialView={getPageQuery(board)}
          onClose={close}
        />
      )
    case 'rename':
      return isAtLeast(space.role, 'admin') && <RenameDialog space={space} onClose={close} />
    case 'export':
      return <ExportDialog as={dialog.as} openVersions={openLazyVersions} onClose={close} />
    case 'history':
      return <HistoryView since={dialog.since} record={dialog.record ?? null} onClose={close} />
    default:
      return logout.dialog
  }
}

interface FirstVisit {
  /** The hash with which the board was opened: its page has replaced the URL since, if it loaded first. */
  readonly firstHash: string
  readonly isReady: boolean
}

/** Opens what the hash of the URL names. */
function useHashTarget(target: string, { firstHash, isReady }: FirstVisit, open: () => void): void {
  const { hash, key } = useLocation()
  const first = useRef(firstHash)
  const openTarget = useEffectEvent(open)
  useEffect(() => {
    if (!isReady) return
    const isNamed = hash === target || first.current === target
    first.current = ''
    if (isNamed) openTarget()
  }, [isReady, hash, key, target])
}
