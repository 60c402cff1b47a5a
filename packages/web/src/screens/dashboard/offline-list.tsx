import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { rememberedSpaces, Thumb } from '../../features/spaces/index.ts'
import { failureWords } from '../../platform/failure.ts'
import { Face } from '../../ui/face.tsx'
import classes from './dashboard.module.css'

/** Boards as last seen, to read and open; nothing can be changed without the server. */
export function OfflineList({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  const { t } = useTranslation('dashboard')
  const remembered = rememberedSpaces()
  return (
    <>
      <Face
        role="alert"
        icon={<IconCloudOff size={28} stroke={1.5} />}
        title={failureWords(error)}
        text={remembered.length > 0 ? t('offline.remembered') : t('offline.nothing')}
      >
        <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={onRetry}>
          {t('common:act.tryAgain')}
        </Button>
      </Face>
      <ul className={classes.lines}>
        {remembered.map(({ wid, name }) => (
          <li key={wid} className={classes.remembered}>
            <Thumb wid={wid} name={name} picture={null} />
            <Link to={`/whiteboard?w=${encodeURIComponent(wid)}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
