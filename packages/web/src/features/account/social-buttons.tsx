import { Button, Divider, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBrandApple, IconBrandFacebook, IconBrandGoogle, IconBrandWindows } from '@tabler/icons-react'
import { socialNames } from '@tavla/contract'
import type { SocialProvider } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserLocation } from '../../platform/dom/url.ts'
import { getLocalFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useConfig } from './config.ts'
import { startSocial } from './social.ts'
import type { SocialStartOptions } from './social.ts'

const icons = {
  google: IconBrandGoogle,
  office: IconBrandWindows,
  facebook: IconBrandFacebook,
  apple: IconBrandApple,
} as const

/** One button for each provider the server offers; renders nothing if there is none. */
export function SocialButtons({ purpose = 'login', pendingLink }: SocialStartOptions) {
  const { t } = useTranslation('login')
  const { data: config } = useConfig()
  const [pendingProvider, setPendingProvider] = useState<SocialProvider | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // The provider of a pending link was used a moment ago.
  const shown = config?.providers.filter((provider) => provider !== pendingLink?.provider) ?? []
  if (shown.length === 0) return null
  const hasStandIns = shown.some((provider) => config?.standIns.includes(provider))

  const start = async (provider: SocialProvider) => {
    setPendingProvider(provider)
    setFailure(null)
    try {
      browserLocation.navigate(await startSocial(provider, { purpose, pendingLink }))
    } catch (error) {
      setFailure(getLocalFailureText(error))
      setPendingProvider(null)
    }
  }

  return (
    <Stack gap="xs">
      <Divider label={t('or')} my={4} />
      <SimpleGrid
        cols={shown.length > 1 ? { base: hasStandIns ? 1 : 2, xs: 2 } : 1}
        spacing="xs"
        verticalSpacing="xs"
      >
        {shown.map((provider) => {
          const name = socialNames[provider]
          const Icon = icons[provider]
          const isStandIn = config?.standIns.includes(provider) === true
          const label = t(isStandIn ? 'continueWithStandIn' : 'continueWith', { name })
          return (
            <Button
              key={provider}
              variant="default"
              aria-label={label}
              title={label}
              px="xs"
              leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
              loading={pendingProvider === provider}
              disabled={pendingProvider !== null && pendingProvider !== provider}
              onClick={() => void start(provider)}
            >
              {isStandIn ? t('standIn', { name }) : name}
            </Button>
          )
        })}
      </SimpleGrid>
      {hasStandIns && (
        <Text size="xs" c="dimmed">
          {t('standInText')}
        </Text>
      )}
      <FailureNote text={failure} />
    </Stack>
  )
}
