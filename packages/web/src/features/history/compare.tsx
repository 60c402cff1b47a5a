import { Button, NativeSelect, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Version } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../platform/dom/use-signal.ts'
import { TextDifference } from '../../ui/text-difference/text-difference.tsx'
import classes from './compare.module.css'
import { useBoard } from '../board-panels/index.ts'
import type { History } from './history.ts'
import type { Mark, MarkKind } from './past/marks.ts'

const kinds: readonly MarkKind[] = ['added', 'changed', 'removed']
const symbols: Readonly<Record<MarkKind, string>> = { added: '+', changed: '~', removed: '−' }

interface CompareProps {
  history: History
  versions: readonly Version[]
  /** The shown page of the earlier version. */
  page: string | null
}

/** The version compared with the shown one: what was added, changed and removed between them. */
export function Compare({ history, versions, page }: CompareProps) {
  const { t } = useTranslation('board')
  const other = useSignal(history.comparedVersion)
  const marks = useSignal(history.marks)
  const timeline = useSignal(history.timeline)
  const options = new Map<number, string>()
  if (timeline) options.set(timeline.first, t('history.compare.start'))
  const lastSeen = useSignal(useBoard().ui.lastVisit)
  if (timeline && lastSeen !== null && lastSeen >= timeline.first)
    options.set(lastSeen, t('history.compare.seen'))
  if (timeline) options.set(timeline.head, t('history.compare.now'))
  // A custom name identifies a version best; the newest version shows both.
  for (const { seq, name } of versions)
    options.set(seq, seq === timeline?.head ? t('history.compare.namedNow', { name }) : name)
  return (
    <div className={classes.compare}>
      <div className={classes.choice}>
        <NativeSelect
          label={t('history.compare.title')}
          value={other === null ? '' : String(other)}
          data={[
            { value: '', label: t('history.compare.nothing') },
            ...[...options].sort(([a], [b]) => b - a).map(([seq, label]) => ({ value: String(seq), label })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget
            void history.compareTo(value === '' ? null : Number(value))
          }}
        />
        {other !== null && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.swap ?? ''}
            leftSection={<IconArrowsExchange size={16} stroke={1.5} aria-hidden />}
            onClick={() => void history.swap()}
          >
            {t('history.compare.swap')}
          </Button>
        )}
      </div>
      {other !== null && <Legend history={history} marks={marks} page={page} />}
    </div>
  )
}

interface LegendProps {
  history: History
  marks: readonly Mark[] | null
  page: string | null
}

/** Legend of colours and icons, with counts. */
function Legend({ history, marks, page }: LegendProps) {
  const { t } = useTranslation('board')
  const isLoading = useDerived(history, isBusy)
  if (!marks || marks.length === 0)
    return (
      <Text size="sm" c="var(--tavla-muted)" role="status">
        {t(isLoading ? 'history.loading' : 'history.compare.same')}
      </Text>
    )
  const otherPageCount = marks.filter((mark) => mark.page !== page).length
  return (
    <div role="status">
      <ul className={classes.legend} data-testid="difference">
        {kinds.map((kind) => (
          <li key={kind} data-kind={kind}>
            <span className={classes.sign} aria-hidden="true">
              {symbols[kind]}
            </span>
            {t(`history.compare.${kind}`, { count: marks.filter((mark) => mark.kind === kind).length })}
          </li>
        ))}
      </ul>
      <TextChanges marks={marks} />
      {otherPageCount > 0 && (
        <Text size="sm" c="var(--tavla-muted)">
          {t('history.compare.elsewhere', { count: otherPageCount })}
        </Text>
      )}
    </div>
  )
}

/** Texts listed; the board marks all of them. */
const maxTexts = 12

/** Word-by-word differences of texts. */
function TextChanges({ marks }: { marks: readonly Mark[] }) {
  const { t } = useTranslation('board')
  const texts = marks.flatMap(({ text }) => (text ? [text] : []))
  if (texts.length === 0) return null
  return (
    <ul className={classes.texts} aria-label={t('history.compare.texts')}>
      {texts.slice(0, maxTexts).map(({ before, after }, i) => (
        <li key={i}>
          <TextDifference before={before} after={after} />
        </li>
      ))}
      {texts.length > maxTexts && <li>{t('history.news.others', { count: texts.length - maxTexts })}</li>}
    </ul>
  )
}

const isBusy = (history: History): boolean => history.progress.value !== null
