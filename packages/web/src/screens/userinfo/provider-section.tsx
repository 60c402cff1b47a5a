import { Button, Text } from '@mantine/core'
import type { SocialProvider, User } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { startSocial, unlinkSocial, useConfig } from '../../features/account/index.ts'
import { place } from '../../platform/address.ts'
import { failureWords } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'
import { useChangeMe } from './queries.ts'
import classes from './userinfo.module.css'

const names = { google: 'Google', office: 'Microsoft', facebook: 'Facebook', apple: 'Apple' } as const

/** Other ways to sign in that lead to this account; nothing where the server offers none. */
export function ProviderSection({ me }: { me: User }) {
  const { t } = useTranslation('userinfo')
  const { data: config } = useConfig()
  const link = useMutation({
    mutationFn: async (provider: SocialProvider) => place.leaveTo(await startSocial(provider, 'link')),
  })
  const unlink = useChangeMe((provider: SocialProvider) => unlinkSocial(provider))
  const shown = [...new Set([...(config?.providers ?? []), ...me.providers])]
  const error = link.error ?? unlink.error
  if (shown.length === 0) return null
  return (
    <Section title={t('providers.title')} text={t('providers.text')}>
      <ul className={classes.list}>
        {shown.map((provider) => {
          const linked = me.providers.includes(provider)
          return (
            <li key={provider} className={classes.line}>
              <Text className={classes.grow ?? ''}>{names[provider]}</Text>
              <Button
                size="xs"
                variant="default"
                loading={(linked ? unlink : link).isPending}
                onClick={() => (linked ? unlink : link).mutate(provider)}
              >
                {t(linked ? 'providers.unlink' : 'providers.link')}
              </Button>
            </li>
          )
        })}
      </ul>
      <FailureNote text={error && failureWords(error)} />
    </Section>
  )
}
