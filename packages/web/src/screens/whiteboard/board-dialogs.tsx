import { BoardHealth, usePageTimings } from '../../features/board-health/index.ts'
import { MembersDialog } from '../../features/members/index.ts'
import { HistoryView } from '../../features/history/index.ts'
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
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useSignal } from '../../platform/dom/use-signal.ts'

/** The current page as a query, so that invited people see it first. */
function getPageQuery({ state }: ReturnType<typeof useBoard>['board']): string {
  const page = state.page.peek()
  return page === null ? '' : new URLSearchParams({ p: page }).toString()
}

/** Dialogs over the board, one at a time; closing returns focus to the control that opened it, or to the board. */
export function BoardDialogs() {
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
  useMembersTarget(() => ui.open({ type: 'members', list: true }))
  useExportTarget(() => ui.open({ type: 'export', as: 'png' }))
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
      return <ExportDialog as={dialog.as} onClose={close} />
    case 'history':
      return <HistoryView since={dialog.since} record={dialog.record ?? null} onClose={close} />
    default:
      return logout.dialog
  }
}

/** The URL can open the member list, as links in notifications do. */
function useMembersTarget(show: () => void): void {
  const { hash, key } = useLocation()
  const showMembers = useEffectEvent(show)
  useEffect(() => {
    if (hash === membersHash) showMembers()
  }, [hash, key])
}

/** The URL can open the export, as the menu of the dashboard does, once there is a page to export. */
function useExportTarget(show: () => void): void {
  const { board } = useBoard()
  const { hash, key } = useLocation()
  const isReady = useSignal(board.state.page) !== null
  const showExport = useEffectEvent(show)
  useEffect(() => {
    if (isReady && hash === exportHash) showExport()
  }, [isReady, hash, key])
}
