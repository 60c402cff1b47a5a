import { HoverCard, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconHeadphones } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import classes from './here-now.module.css'
import { voiceCounts } from './live-presence.ts'
import { useOnline } from './queries.ts'

interface HereNowProps {
  wid: string
  /** Those who have it open. */
  uids: readonly string[]
  tabIndex?: number
}

/** "2 here now"; who they are shows on hover and focus. */
export function HereNow({ wid, uids, tabIndex = 0 }: HereNowProps) {
  const { t } = useTranslation('dashboard')
  const [asked, setAsked] = useState(false)
  const count = uids.length
  const voices = useSignal(voiceCounts).get(wid) ?? 0
  const { data } = useOnline(wid, uids, asked && count > 0)
  if (count === 0) return null
  return (
    <HoverCard position="top" onOpen={() => setAsked(true)}>
      <HoverCard.Target>
        <UnstyledButton className={classes.here ?? ''} tabIndex={tabIndex} onFocus={() => setAsked(true)}>
          <span className={classes.dot} />
          {t('hereNow', { count })}
          {voices > 0 && (
            <span className={classes.voice}>
              <IconHeadphones size={14} stroke={1.5} aria-hidden />
              {t('inVoice', { count: voices })}
            </span>
          )}
        </UnstyledButton>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Stack gap="xs">
          {data?.list.map(({ uid, name, photo }) => (
            <span key={uid} className={classes.person}>
              <PersonAvatar id={uid} name={name} photo={photo} size={24} />
              <Text size="sm">{name}</Text>
            </span>
          ))}
        </Stack>
      </HoverCard.Dropdown>
    </HoverCard>
  )
}
