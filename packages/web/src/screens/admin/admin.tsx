import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AppFrame, ComingSoon, SignInForm } from '../../features/account/index.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { Column, Sheet } from '../../ui/frame.tsx'

/** Administration. The route is open, so the page asks who it is, and the server is the guard of everything behind. */
export function Admin() {
  const { t } = useTranslation('admin')
  useTitle(t('title'))
  const user = useSignal(session.userInfo)
  if (user?.['role'] === 'administrator')
    return <ComingSoon title={t('later.title')} text={t('later.text')} />
  return (
    <AppFrame>
      <Column>
        <Sheet>
          <Stack>
            <div>
              <Title order={1}>{t('title')}</Title>
              <Text c="dimmed">{user ? t('notYou', { name: user.name }) : t('text')}</Text>
            </div>
            <SignInForm onSignedIn={() => undefined} />
          </Stack>
        </Sheet>
      </Column>
    </AppFrame>
  )
}
