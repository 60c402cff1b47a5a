import { MembersDialog } from '../../features/members/index.ts'
import { HistoryView } from '../../features/history/index.ts'
import { RenameDialog } from '../../features/spaces/index.ts'
import { useLogout } from '../../features/account/index.ts'
import { ExportDialog, Help, Palette, useBoard } from '../../features/board-panels/index.ts'
import { useEffect } from 'react'
import { useSignal } from '../../platform/use-signal.ts'

/** What lies over the board, one at a time; afterwards the board has the keyboard again. */
export function BoardDialogs() {
  const { ui, board, space } = useBoard()
  const dialog = useSignal(ui.dialog)
  const logout = useLogout()
  const close = () => {
    ui.close()
    board.focus()
  }
  useEffect(() => {
    if (dialog?.type !== 'logout') return
    logout.ask()
    ui.close()
  }, [dialog, logout, ui])
  switch (dialog?.type) {
    case 'palette':
      return <Palette onClose={close} />
    case 'help':
      return <Help onClose={close} />
    case 'members':
      return <MembersDialog space={space} onClose={close} />
    case 'rename':
      return <RenameDialog space={space} onClose={close} />
    case 'export':
      return <ExportDialog as={dialog.as} onClose={close} />
    case 'history':
      return <HistoryView since={dialog.since} onClose={close} />
    default:
      return logout.dialog
  }
}
