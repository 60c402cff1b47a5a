import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { rememberedSpaces, Thumb, getWhiteboardUrl } from '../../../features/spaces/index.ts'
import { getFailureText } from '../../../platform/failure.ts'
import { listCachedSpaceIds } from '../../../platform/offline/cached-boards.ts'
import { session } from '../../../state/index.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import classes from '../dashboard.module.css'

/** Boards as last seen, to read and open; nothing can be changed without the server. */
export function OfflineList({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  const { t } = useTranslation('dashboard')
  const remembered = rememberedSpaces()
  const kept = useCached()
  return (
    <>
      <EmptyState
        role="alert"
        icon={<IconCloudOff size={28} stroke={1.5} />}
        title={getFailureText(error)}
        text={remembered.length > 0 ? t('offline.remembered') : t('offline.nothing')}
      >
        <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={onRetry}>
          {t('common:act.tryAgain')}
        </Button>
      </EmptyState>
      <ul className={classes.lines}>
        {remembered.map(({ wid, name }) => (
          <li key={wid} className={classes.remembered}>
            <Thumb wid={wid} name={name} picture={null} />
            {kept?.has(wid) === false ? (
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

/** Boards that this browser can show by itself; null while it is not known. */
function useCached(): ReadonlySet<string> | null {
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const uid = session.userInfo.peek()?.uid
    if (uid === undefined) return
    let gone = false
    listCachedSpaceIds(uid).then(
      (wids) => {
        if (!gone) setKept(wids)
      },
      // Not to be read: each board then says for itself that it cannot be opened.
      () => undefined,
    )
    return () => void (gone = true)
  }, [])
  return kept
}
