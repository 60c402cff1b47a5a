import { Button, Divider, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBrandApple, IconBrandFacebook, IconBrandGoogle, IconBrandWindows } from '@tabler/icons-react'
import { socialNames } from '@tavla/contract'
import type { SocialProvider } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { place } from '../../platform/dom/url.ts'
import { failureHere } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useConfig } from './queries.ts'
import { startSocial } from './social.ts'
import type { Beginning } from './social.ts'

const icons = {
  google: IconBrandGoogle,
  office: IconBrandWindows,
  facebook: IconBrandFacebook,
  apple: IconBrandApple,
} as const

/** One button for each provider this server offers; nothing where there is none. */
export function SocialButtons({ purpose = 'login', waiting }: Beginning) {
  const { t } = useTranslation('login')
  const { data: config } = useConfig()
  const [going, setGoing] = useState<SocialProvider | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // Who waits to be joined has come from there already.
  const shown = config?.providers.filter((provider) => provider !== waiting?.provider) ?? []
  if (shown.length === 0) return null
  const standsIn = shown.some((provider) => config?.standIns.includes(provider))

  const go = async (provider: SocialProvider) => {
    setGoing(provider)
    setFailure(null)
    try {
      place.leaveTo(await startSocial(provider, { purpose, waiting }))
    } catch (error) {
      setFailure(failureHere(error))
      setGoing(null)
    }
  }

  return (
    <Stack gap="xs">
      <Divider label={t('or')} my={4} />
      <SimpleGrid cols={shown.length > 1 && !standsIn ? 2 : 1} spacing="xs" verticalSpacing="xs">
        {shown.map((provider) => {
          const name = socialNames[provider]
          const Icon = icons[provider]
          const played = config?.standIns.includes(provider) === true
          const label = t(played ? 'continueWithStandIn' : 'continueWith', { name })
          return (
            <Button
              key={provider}
              variant="default"
              aria-label={label}
              title={label}
              px="xs"
              leftSection={<Icon size={20} stroke={1.5} aria-hidden />}
              loading={going === provider}
              disabled={going !== null && going !== provider}
              onClick={() => void go(provider)}
            >
              {played ? t('standIn', { name }) : name}
            </Button>
          )
        })}
      </SimpleGrid>
      {standsIn && (
        <Text size="xs" c="dimmed">
          {t('standInText')}
        </Text>
      )}
      <FailureNote text={failure} />
    </Stack>
  )
}
