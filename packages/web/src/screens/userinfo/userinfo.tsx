import { Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '../../platform/navigation/use-location.ts'
import { AppFrame, useMe } from '../../features/account/index.ts'
import { PlanSection } from '../../features/billing/index.ts'
import { VoiceSettingsSection } from '../../features/voice/index.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { Section } from '../../ui/section.tsx'
import { withQueries } from '../../state/with-queries.tsx'
import { DataExportSection } from './data-export-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { NotifySection } from './notify-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PreferenceSection } from './preference-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { SectionLinks } from './section-links.tsx'
import { SessionSection } from './session-section.tsx'
import { UpgradeSection } from './upgrade-section.tsx'
import classes from './userinfo.module.css'

/** Profile and account settings. */
export const UserInfo = withQueries(UserInfoScreen)

function UserInfoScreen() {
  const { t } = useTranslation('userinfo')
  useTitle(t('title'))
  const stored = useSignal(session.userInfo)
  const { data: me } = useMe()
  const { hash } = useLocation()
  const [sections, setSections] = useState<HTMLElement | null>(null)

  useEffect(() => {
    if (hash !== '' && stored) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, stored])

  if (stored === null) return null
  const isGuest = stored.kind === 'guest'
  return (
    <AppFrame>
      <div className={classes.page}>
        <Title order={1} className={classes.title ?? ''}>
          {t('title')}
        </Title>
        <SectionLinks page={sections} />
        <div ref={setSections}>
          {isGuest && <UpgradeSection name={stored.name} />}
          <ProfileSection user={stored} me={me} />
          {!isGuest && <EmailSection email={stored.email ?? ''} isVerified={me?.emailVerified} />}
          {!isGuest && <PasswordSection email={stored.email ?? ''} hasPassword={me?.hasPassword} />}
          {!isGuest && me && <ProviderSection me={me} />}
          {!isGuest && <PlanSection />}
          <PreferenceSection />
          <Section id="voice" title={t('voice.title')} text={t('voice.text')}>
            <VoiceSettingsSection />
          </Section>
          <NotifySection verified={isGuest ? undefined : me?.emailVerified} />
          <SessionSection />
          {!isGuest && <DataExportSection />}
          <DeleteSection isGuest={isGuest} email={stored.email} />
        </div>
      </div>
    </AppFrame>
  )
}
