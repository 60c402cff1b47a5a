import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { getCards, type UndecidedCard } from '../../platform/offline/undecided/cards.ts'
import {
  countItems,
  discardUnsentWork,
  type UnsentWork,
  readUnsentWork,
} from '../../platform/offline/unsent-work.ts'
import { saveFile } from '../../platform/dom/save-file.ts'
import { toasts } from '../../platform/toast.ts'
import classes from './unsent-work-list.module.css'
import { getTextWithoutBoard } from './cards/card-text.ts'

/** Unsent work of a board that can no longer be opened: to read, copy and save. */
export function UnsentWorkList({ uid, wid }: { uid: string; wid: string }) {
  const { t } = useTranslation('board')
  const [work, setWork] = useState<UnsentWork | null>(null)
  useEffect(() => {
    let isDisposed = false
    readUnsentWork({ uid, wid }).then(
      (found) => {
        if (!isDisposed) setWork(found)
      },
      () => {
        // A database that cannot be read has nothing to show.
      },
    )
    return () => {
      isDisposed = true
    }
  }, [uid, wid])
  const cards = getCards(work?.items ?? []).filter(({ type }) => type !== 'kept')
  const texts = cards.map(getTextWithoutBoard).filter((text) => text !== '')
  if (!work || cards.length + work.files.length === 0) return null
  const discard = () => void discardUnsentWork({ uid, wid }).then(() => setWork(null))
  return (
    <section className={classes.work} aria-label={t('away.kept.title')} data-testid="kept-work">
      <h2>{t('away.kept.title')}</h2>
      <p>{t('away.kept.text', { count: countItems(work) })}</p>
      <ul>
        {texts.map((text, i) => (
          <li key={i}>{text}</li>
        ))}
        {work.files.map((file) => (
          <li key={file.id}>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => saveFile(file.bytes, file.name, clock)}
            >
              {file.name}
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.acts}>
        {texts.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => void copy(texts.join('\n\n'), t('common:act.copied'), t('clipboardDenied'))}
          >
            {t('away.act.copy')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(cards, texts, t('away.file'))}
        >
          {t('away.act.download')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={discard}>
          {t('away.act.theirs.rejected')}
        </Button>
      </div>
    </section>
  )
}

async function copy(text: string, done: string, denied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.note(done)
  } catch {
    toasts.note(denied)
  }
}

/** Text if there is any; else all known data. */
function download(cards: readonly UndecidedCard[], texts: readonly string[], name: string): void {
  if (texts.length > 0) saveFile(new Blob([texts.join('\n\n')], { type: 'text/plain' }), `${name}.txt`, clock)
  else
    saveFile(new Blob([JSON.stringify(cards, null, 2)], { type: 'application/json' }), `${name}.json`, clock)
}
