import { Button, CloseButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Timeline } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { clock } from '../../platform/clock.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { useBoard } from '../board-panels/index.ts'
import classes from '../../ui/banner.module.css'

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
    let stop = (): void => undefined
    // Only when it is known where they were is it noted that they are here.
    void readNews(wid, replica.actor.peek().uid, reading.signal)
      .then(
        (found) => {
          ui.lastVisit.value ??= found.seen
          setNews(found.news)
        },
        () => {
          // Only a courtesy: without an answer the board is as good as with one.
        },
      )
      .then(() => {
        if (!reading.signal.aborted) stop = noteVisits(wid, () => replica.seq)
      })
    return () => {
      reading.abort()
      stop()
    }
  }, [complete, replica, ui, wid])
  const since = news?.seen ?? null
  if (!news || since === null) return null
  const edits = news.spells.reduce((sum, spell) => sum + spell.edits, 0)
  const names = news.people.map(({ name }) => name || t('history.somebody'))
  const shown =
    names.length > 3 ? [...names.slice(0, 2), t('history.news.others', { count: names.length - 2 })] : names
  const people = new Intl.ListFormat(i18n.language).format(shown)
  const close = () => setNews(null)
  return (
    <div className={classes.banner} role="status" data-testid="news">
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

interface Found {
  readonly seen: number | null
  /** What others did since then; null when that is nothing. */
  readonly news: Timeline | null
}

async function readNews(wid: string, uid: string, signal: AbortSignal): Promise<Found> {
  const ask = (after: number) =>
    api.space.timeline({ query: { wid, after, slots: 1 } }, { signal, quiet: true })
  const { seen, head, first } = await ask(Number.MAX_SAFE_INTEGER)
  // What others did before the plan's history begins cannot be shown any more.
  if (seen === null || seen >= head || seen < first) return { seen, news: null }
  const since = await ask(seen)
  const spells = since.spells.filter((spell) => spell.uid !== uid)
  const people = since.people.filter((person) => person.uid !== uid)
  return { seen, news: spells.length === 0 ? null : { ...since, seen, spells, people } }
}

/** Notes at once, now and then, and when the board is left or out of sight, how far it has been seen. */
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
  let callOff = (): void => undefined
  const again = (): void => {
    note()
    callOff = clock.after(noteEveryMs, again)
  }
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') note()
  }
  again()
  document.addEventListener('visibilitychange', hidden)
  return () => {
    document.removeEventListener('visibilitychange', hidden)
    callOff()
    note()
  }
}
