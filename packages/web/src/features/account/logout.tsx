import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { discardUnsent, unsentEdits } from '../../platform/offline/unsent.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { useUnsent } from './use-unsent.ts'

const confirmDialog = lazyCode(
  'confirm-dialog',
  async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
)
const unsentDialog = lazyCode('unsent-dialog', async () => (await import('./unsent-dialog.tsx')).UnsentDialog)
const ConfirmDialog = lazyDialog(confirmDialog)
const UnsentDialog = lazyDialog(unsentDialog)

export interface Logout {
  /** Asks people who would lose something: those with unsent work, and guests, who have no password to return with. */
  askOrLogOut(): void
  /** Logs out immediately unless there is unsent work: for buttons whose label already says what happens. */
  logOut(): void
  readonly dialog: ReactNode
}

/** Signs the person out. Unsent work is sent first, kept or discarded, as they choose. */
export function useLogout(): Logout {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const user = useSignal(session.userInfo)
  const unsent = useUnsent(user?.uid, isOpen)
  // Work is unsent where there is no connection, and then it would be too late to load what asks about it.
  useEffect(() => {
    confirmDialog.preloadWhenIdle()
    unsentDialog.preloadWhenIdle()
  }, [])
  const isGuest = user?.kind === 'guest'
  const endSession = () => (isGuest ? session.leaveAsGuest() : session.logout())
  const close = () => {
    setIsOpen(false)
    setIsWaiting(false)
  }
  const isSent = unsent?.every(({ count }) => count === 0) ?? false
  const endSessionWhenSent = useEffectEvent(endSession)
  useEffect(() => {
    if (isWaiting && isSent) endSessionWhenSent()
  }, [isWaiting, isSent])

  const logOut = () => {
    unsentEdits(user?.uid ?? '').then(
      (list) => (list.length > 0 ? setIsOpen(true) : endSession()),
      endSession,
    )
  }

  return {
    askOrLogOut: () => (isGuest ? setIsOpen(true) : logOut()),
    logOut,
    dialog:
      isOpen && unsent !== null && unsent.length > 0 ? (
        <UnsentDialog
          unsent={unsent}
          isWaiting={isWaiting}
          onWait={() => setIsWaiting(true)}
          onKeep={endSession}
          onDiscard={() => void discardUnsent(user?.uid ?? '').then(endSession, endSession)}
          onClose={close}
        />
      ) : (
        <ConfirmDialog
          opened={isOpen && unsent !== null}
          onClose={close}
          title={t('logout.title')}
          confirm={t('account.logout')}
          cancel={t('act.cancel')}
          closeLabel={t('act.close')}
          onConfirm={endSession}
        >
          <Text>{t(isGuest ? 'logout.guest' : 'logout.text')}</Text>
        </ConfirmDialog>
      ),
  }
}
