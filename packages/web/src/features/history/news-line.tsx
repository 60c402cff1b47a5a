import { Button, CloseButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Timeline } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { clock } from '../../platform/clock.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'
import classes from './news-line.module.css'

/** While somebody looks, this often is it noted how far they have seen. */
const noteEveryMs = 30_000

/** What others changed since one was here last: said once on opening, with a way to see it. */
export function NewsLine() {
  const { t, i18n } = useTranslation('board')
  const { replica, space, ui } = useBoard()
  const { wid } = space
  const { complete } = useSignal(replica.progress)
  const [news, setNews] = useState<Timeline | null>(null)
  useEffect(() => {
    if (!complete) return
    const reading = new AbortController()
    const stop = noteVisits(wid, () => replica.seq)
    newsOf(wid, replica.actor.peek().uid, reading.signal).then(setNews, () => {
      // Only a courtesy: without an answer the board is as good as with one.
    })
    return () => {
      reading.abort()
      stop()
    }
  }, [complete, replica, wid])
  const since = news?.seen ?? null
  if (!news || since === null) return null
  const edits = news.spells.reduce((sum, spell) => sum + spell.edits, 0)
  const names = news.people.map(({ name }) => name || t('history.somebody'))
  const shown =
    names.length > 3 ? [...names.slice(0, 2), t('history.news.others', { count: names.length - 2 })] : names
  const people = new Intl.ListFormat(i18n.language).format(shown)
  const close = () => setNews(null)
  return (
    <div className={classes.line} role="status" data-testid="news">
      <IconHistory size={18} stroke={1.5} aria-hidden />
      <span>{t('history.news.text', { count: edits, people })}</span>
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          close()
          ui.open({ type: 'history', since })
        }}
      >
        {t('history.news.show')}
      </Button>
      <CloseButton size="sm" aria-label={t('common:act.close')} onClick={close} />
    </div>
  )
}

/** What others did after one's last visit; null when that is nothing. */
async function newsOf(wid: string, uid: string, signal: AbortSignal): Promise<Timeline | null> {
  const now = await api.space.timeline(
    { query: { wid, after: Number.MAX_SAFE_INTEGER, slots: 1 } },
    { signal, quiet: true },
  )
  if (now.seen === null || now.seen >= now.head) return null
  const since = await api.space.timeline(
    { query: { wid, after: now.seen, slots: 1 } },
    { signal, quiet: true },
  )
  const spells = since.spells.filter((spell) => spell.uid !== uid)
  const people = since.people.filter((person) => person.uid !== uid)
  // What others did before the plan's history begins cannot be shown any more.
  return spells.length === 0 || now.seen < now.first ? null : { ...since, seen: now.seen, spells, people }
}

/** Notes now and then, and when the board is left, how far it has been seen. */
function noteVisits(wid: string, seqNow: () => number): () => void {
  let noted = 0
  const note = (): void => {
    const seq = seqNow()
    if (seq <= noted) return
    noted = seq
    api.space.noteSeen({ body: { wid, seq } }, { quiet: true }).catch(() => {
      // Tried again with the next edit that is seen.
      noted = 0
    })
  }
  let callOff: () => void
  const again = (): void => {
    callOff = clock.after(noteEveryMs, () => {
      note()
      again()
    })
  }
  again()
  return () => {
    callOff()
    note()
  }
}
