import { Button, CopyButton, Group, Text } from '@mantine/core'
import type { InviteOutcome } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../platform/navigation/link.tsx'
import classes from '../members.module.css'

interface InviteOutcomesProps {
  list: readonly InviteOutcome[]
  busy: boolean
  /** Invites the same people without emails: the call returns the links instead. */
  onCreateLinks(): void
}

/** No email can be sent; links can be copied instead. */
const emailFailures: readonly (string | undefined)[] = ['mail_off', 'unverified']

/** Result of an invitation per email. */
export function InviteOutcomes({ list, busy, onCreateLinks }: InviteOutcomesProps) {
  const { t } = useTranslation('members')
  const isUnverified = list.some(({ reason }) => reason === 'unverified')
  const offersLinks = list.some(({ reason }) => emailFailures.includes(reason))
  return (
    <div role="status">
      {list.map(({ email, result, reason, link }) => (
        <div key={email} className={classes.outcome}>
          <Text size="sm" c={result === 'refused' ? 'red' : 'dimmed'} className={classes.who ?? ''}>
            {t(link === undefined ? `mail.result.${result}` : 'mail.result.link', { email })}
            {result === 'refused' && ` ${t(`mail.reason.${reason ?? 'other'}`, '')}`}
          </Text>
          {link !== undefined && (
            <CopyButton value={link} timeout={2000}>
              {({ copied, copy }) => (
                <Button size="compact-sm" variant="default" onClick={copy}>
                  {t(copied ? 'common:act.copied' : 'mail.copyLink')}
                </Button>
              )}
            </CopyButton>
          )}
        </div>
      ))}
      {offersLinks && (
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" variant="light" loading={busy} onClick={onCreateLinks}>
            {t('mail.links')}
          </Button>
          {isUnverified && (
            <Button size="compact-sm" variant="default" component={Link} to="/userinfo#email">
              {t('mail.confirm')}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}
