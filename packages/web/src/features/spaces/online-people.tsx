import { UnstyledButton } from '@mantine/core'
import { IconHeadphones } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { lazyCode } from '../../platform/chunks/lazy-code.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import classes from './online-people.module.css'
import { voiceCounts } from './live-presence.ts'
import { useOnline } from './queries.ts'

const onlineList = lazyCode('online-list', async () => (await import('./online-list.tsx')).OnlineList)

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
    <LazyOverlay
      type="dialog"
      opensBy="hover"
      code={onlineList}
      render={(OnlineList) => <OnlineList people={data?.list ?? []} />}
      onChange={(opened) => {
        if (opened) setIsRequested(true)
      }}
    >
      <UnstyledButton className={classes.here ?? ''} tabIndex={tabIndex} onFocus={() => setIsRequested(true)}>
        <span className={classes.dot} />
        {t('hereNow', { count })}
        {voiceCount > 0 && (
          <span className={classes.voice}>
            <IconHeadphones size={14} stroke={1.5} aria-hidden />
            {t('inVoice', { count: voiceCount })}
          </span>
        )}
      </UnstyledButton>
    </LazyOverlay>
  )
}
