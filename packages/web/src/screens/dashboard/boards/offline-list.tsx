import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../platform/navigation/link.tsx'
import { getOfflineSpaces, Thumbnail, getWhiteboardUrl } from '../../../features/spaces/index.ts'
import { getFailureText } from '../../../platform/failure.ts'
import { listCachedSpaceIds } from '../../../platform/offline/cached-boards.ts'
import { session } from '../../../state/index.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import classes from '../dashboard.module.css'

/** The boards stored for offline use. They can be opened, but not changed from here. */
export function OfflineList({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  const { t } = useTranslation('dashboard')
  const spaces = getOfflineSpaces()
  const cachedIds = useCachedIds()
  return (
    <>
      <EmptyState
        role="alert"
        icon={<IconCloudOff size={28} stroke={1.5} />}
        title={getFailureText(error)}
        text={spaces.length > 0 ? t('offline.remembered') : t('offline.nothing')}
      >
        <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={onRetry}>
          {t('common:act.tryAgain')}
        </Button>
      </EmptyState>
      <ul className={classes.lines}>
        {spaces.map(({ wid, name }) => (
          <li key={wid} className={classes.remembered}>
            <Thumbnail wid={wid} name={name} url={null} />
            {cachedIds?.has(wid) === false ? (
              <>
                <span>{name}</span>
                <span className={classes.elsewhere}>{t('offline.notKept')}</span>
              </>
            ) : (
              <Link to={getWhiteboardUrl(wid)}>{name}</Link>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Ids of boards in the offline cache; null until known. */
function useCachedIds(): ReadonlySet<string> | null {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const uid = session.userInfo.peek()?.uid
    if (uid === undefined) return
    let isDisposed = false
    listCachedSpaceIds(uid).then(
      (wids) => {
        if (!isDisposed) setIds(wids)
      },
      // If the cache cannot be read, every board is linked and reports by itself that it cannot be opened.
      () => undefined,
    )
    return () => void (isDisposed = true)
  }, [])
  return ids
}
