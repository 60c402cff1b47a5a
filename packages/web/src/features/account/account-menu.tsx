import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { session } from '../../state/index.ts'
import { FeedbackDialog } from '../feedback/index.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import classes from './account-menu.module.css'
import { useLogout } from './logout.tsx'

const accountItems = lazyCode('account-items', async () => (await import('./account-items.tsx')).AccountItems)

/** Menu of the signed-in account: settings, feedback, theme, sign-out. */
export function AccountMenu() {
  const { t } = useTranslation()
  const user = useSignal(session.userInfo)
  const logout = useLogout()
  const [isFeedbackOpen, setIsFeedbackOpen] = useState(false)
  if (user === null) return null
  return (
    <>
      <LazyOverlay
        type="menu"
        code={accountItems}
        render={(AccountItems) => (
          <AccountItems
            user={user}
            onFeedback={() => setIsFeedbackOpen(true)}
            onLogOut={logout.askOrLogOut}
          />
        )}
      >
        <UnstyledButton className={classes.me ?? ''} aria-label={t('account.menu', { name: user.name })}>
          <PersonAvatar id={user.uid} name={user.name} photo={user.photo} size={32} />
        </UnstyledButton>
      </LazyOverlay>
      {logout.dialog}
      <FeedbackDialog opened={isFeedbackOpen} onClose={() => setIsFeedbackOpen(false)} />
    </>
  )
}
