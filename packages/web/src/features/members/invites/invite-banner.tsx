import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmphasizedText } from '../../../ui/emphasized-text.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import classes from './invite-banner.module.css'
import { useInviteInfo } from './use-invite-info.ts'

/** Inviter, board and role of an invite; renders nothing for an invalid link, whose own page explains it. */
export function InviteBanner({ token }: { token: string }) {
  const { t } = useTranslation('members')
  const { data: info } = useInviteInfo(token, { quiet: true })
  if (!info) return null
  return (
    <div className={classes.banner}>
      <PersonAvatar id={info.inviter.uid} name={info.inviter.name} photo={info.inviter.photo} size={36} />
      <Text size="sm">
        <EmphasizedText
          template={t('banner', { skipInterpolation: true })}
          values={{ inviter: info.inviter.name, space: info.name, role: t(`roles.${info.role}.as`) }}
        />
      </Text>
    </div>
  )
}
