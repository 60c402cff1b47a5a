import { Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { discardUnsent, unsentEdits } from '../../platform/offline/unsent.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { UnsentDialog } from './unsent-dialog.tsx'
import { useUnsent } from './use-unsent.ts'

export interface Logout {
  /** Asks first, always. */
  ask(): void
  /** Goes at once, unless something would have to be asked about: for buttons that say already what they do. */
  leave(): void
  readonly dialog: ReactNode
}

/** Sign-out by the person: unsent work is waited for, kept or discarded, as they choose. */
export function useLogout(): Logout {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const user = useSignal(session.userInfo)
  const unsent = useUnsent(user?.uid, asked)
  const guest = user?.kind === 'guest'
  const end = () => (guest ? session.leaveAsGuest() : session.logout())
  const close = () => {
    setAsked(false)
    setWaiting(false)
  }
  const arrived = unsent?.every(({ count }) => count === 0) ?? false
  const endWaiting = useEffectEvent(end)
  useEffect(() => {
    if (waiting && arrived) endWaiting()
  }, [waiting, arrived])

  return {
    ask: () => setAsked(true),
    leave() {
      unsentEdits(user?.uid ?? '').then((list) => (list.length > 0 ? setAsked(true) : end()), end)
    },
    dialog:
      asked && unsent !== null && unsent.length > 0 ? (
        <UnsentDialog
          unsent={unsent}
          waiting={waiting}
          onWait={() => setWaiting(true)}
          onKeep={end}
          onDiscard={() => void discardUnsent(user?.uid ?? '').then(end, end)}
          onClose={close}
        />
      ) : (
        <ConfirmDialog
          opened={asked && unsent !== null}
          onClose={close}
          title={t('logout.title')}
          confirm={t('account.logout')}
          cancel={t('act.cancel')}
          closeLabel={t('act.close')}
          onConfirm={end}
        >
          <Text>{t(guest ? 'logout.guest' : 'logout.text')}</Text>
        </ConfirmDialog>
      ),
  }
}
