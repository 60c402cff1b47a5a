import { Button, Divider, Stack } from '@mantine/core'
import { IconBrandApple, IconBrandFacebook, IconBrandGoogle, IconBrandWindows } from '@tabler/icons-react'
import type { SocialProvider } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { place } from '../../platform/address.ts'
import { failureHere } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useConfig } from './queries.ts'
import { startSocial } from './social.ts'

const faces = {
  google: { name: 'Google', Icon: IconBrandGoogle },
  office: { name: 'Microsoft', Icon: IconBrandWindows },
  facebook: { name: 'Facebook', Icon: IconBrandFacebook },
  apple: { name: 'Apple', Icon: IconBrandApple },
} as const

/** One button for each provider this server is set up for; nothing where there is none. */
export function SocialButtons() {
  const { t } = useTranslation('login')
  const { data: config } = useConfig()
  const [going, setGoing] = useState<SocialProvider | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  if (!config || config.providers.length === 0) return null

  const go = async (provider: SocialProvider) => {
    setGoing(provider)
    try {
      place.leaveTo(await startSocial(provider))
    } catch (error) {
      setFailure(failureHere(error))
      setGoing(null)
    }
  }

  return (
    <Stack gap="xs">
      <Divider label={t('or')} my={4} />
      {config.providers.map((provider) => {
        const { name, Icon } = faces[provider]
        return (
          <Button
            key={provider}
            variant="default"
            leftSection={<Icon size={20} stroke={1.5} />}
            loading={going === provider}
            disabled={going !== null && going !== provider}
            onClick={() => void go(provider)}
          >
            {t('continueWith', { name })}
          </Button>
        )
      })}
      <FailureNote text={failure} />
    </Stack>
  )
}
