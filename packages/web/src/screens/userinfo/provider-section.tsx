import { Button, Text } from '@mantine/core'
import { SocialProvider, socialNames } from '@tavla/contract'
import type { User } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { startSocial, unlinkSocial, useChangeMe, useConfig } from '../../features/account/index.ts'
import { browserLocation } from '../../platform/dom/url.ts'
import { getFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './userinfo.module.css'

/** Connects and disconnects sign-in providers; renders nothing if the server offers none. */
export function ProviderSection({ me }: { me: User }) {
  const { t } = useTranslation('userinfo')
  const { data: config } = useConfig()
  const link = useMutation({
    mutationFn: async (provider: SocialProvider) =>
      browserLocation.navigate(await startSocial(provider, { purpose: 'link' })),
  })
  const unlink = useChangeMe((provider: SocialProvider) => unlinkSocial(provider))
  const shown = SocialProvider.options.filter(
    (provider) => config?.providers.includes(provider) || me.providers.includes(provider),
  )
  const error = link.error ?? unlink.error
  if (shown.length === 0) return null
  return (
    <Section id="providers" title={t('providers.title')} text={t('providers.text')}>
      <ul className={classes.list}>
        {shown.map((provider) => {
          const linked = me.providers.includes(provider)
          const mutation = linked ? unlink : link
          const name = socialNames[provider]
          const label = config?.standIns.includes(provider) ? t('login:standIn', { name }) : name
          return (
            <li key={provider} className={classes.line}>
              <div className={classes.grow}>
                <Text>{label}</Text>
                {linked && (
                  <Text size="sm" c="dimmed">
                    {t('providers.linked')}
                  </Text>
                )}
              </div>
              <Button
                size="xs"
                variant="default"
                aria-label={t(linked ? 'providers.unlinkWhich' : 'providers.linkWhich', { name })}
                loading={mutation.isPending && mutation.variables === provider}
                onClick={() => {
                  link.reset()
                  unlink.reset()
                  mutation.mutate(provider)
                }}
              >
                {t(linked ? 'providers.unlink' : 'providers.link')}
              </Button>
            </li>
          )
        })}
      </ul>
      <FailureNote text={error && getFailureText(error)} />
    </Section>
  )
}
