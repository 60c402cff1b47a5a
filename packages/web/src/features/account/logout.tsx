import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/use-signal.ts'
import { session } from '../../state/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Logging out by hand asks first: it says what happens to a guest's work and to edits that are not sent yet. */
export function useLogout(): { ask(): void; dialog: ReactNode } {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  return {
    ask: () => setAsked(true),
    dialog: (
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('logout.title')}
        confirm={t('account.logout')}
        cancel={t('act.cancel')}
        closeLabel={t('act.close')}
        onConfirm={guest ? () => session.leaveAsGuest() : session.logout}
      >
        <Text>{t(guest ? 'logout.guest' : 'logout.text')}</Text>
      </ConfirmDialog>
    ),
  }
}
