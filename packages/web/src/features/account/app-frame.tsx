import { Anchor, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { Frame } from '../../ui/frame.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Bell } from '../notifications/index.ts'
import { AnnouncementBanner } from './banners/announcement-banner.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu } from './language-menu.tsx'

interface AppFrameProps {
  middle?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** The app's standard page layout: logo, notifications and account menu above the content. */
export function AppFrame({ middle, aside, children }: AppFrameProps) {
  const { t } = useTranslation()
  const isLogin = useSignal(session.isLogin)
  return (
    <Frame
      skipLabel={t('frame.skip')}
      brand={
        <Anchor component={Link} to="/dashboard" underline="never" aria-label={t('frame.home')}>
          <Logo />
        </Anchor>
      }
      middle={middle}
      aside={
        <>
          {aside}
          {isLogin ? (
            <>
              <Bell />
              <AccountMenu />
            </>
          ) : (
            <>
              <LanguageMenu />
              <Button component={Link} to="/login" variant="default" size="xs">
                {t('account.signIn')}
              </Button>
            </>
          )}
        </>
      }
    >
      <AnnouncementBanner />
      {children}
    </Frame>
  )
}
