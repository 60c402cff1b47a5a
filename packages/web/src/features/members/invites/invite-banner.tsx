import { Text } from '@mantine/core'
import type { InviteInfo } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { EmphasizedText } from '../../../ui/emphasized-text.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import classes from './invite-banner.module.css'

/** Inviter, board and role of an invite; renders nothing until they are known. */
export function InviteBanner({ info }: { info: InviteInfo | undefined }) {
  const { t } = useTranslation('members')
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
