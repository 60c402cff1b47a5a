import { HoverCard, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconHeadphones } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import classes from './online-people.module.css'
import { voiceCounts } from './live-presence.ts'
import { useOnline } from './queries.ts'

interface OnlinePeopleProps {
  wid: string
  /** People who have the board open. */
  uids: readonly string[]
  tabIndex?: number
}

/** How many people have the board open; hover or focus shows who. */
export function OnlinePeople({ wid, uids, tabIndex = 0 }: OnlinePeopleProps) {
  const { t } = useTranslation('dashboard')
  const [isRequested, setIsRequested] = useState(false)
  const count = uids.length
  const voiceCount = useSignal(voiceCounts).get(wid) ?? 0
  const { data } = useOnline(wid, uids, isRequested && count > 0)
  if (count === 0) return null
  return (
    <HoverCard position="top" onOpen={() => setIsRequested(true)}>
      <HoverCard.Target>
        <UnstyledButton
          className={classes.here ?? ''}
          tabIndex={tabIndex}
          onFocus={() => setIsRequested(true)}
        >
          <span className={classes.dot} />
          {t('hereNow', { count })}
          {voiceCount > 0 && (
            <span className={classes.voice}>
              <IconHeadphones size={14} stroke={1.5} aria-hidden />
              {t('inVoice', { count: voiceCount })}
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
