import { Modal, Switch, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { getFailureText } from '../../platform/failure.ts'
import { settings } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useBoard, type OpenBoard } from '../board-panels/index.ts'
import { getAdvice } from './advice.ts'
import { addFigures, getPageFigures, type BoardFigures } from './board-figures.ts'
import classes from './board-health.module.css'
import type { PageTimings, RecentTimings } from './page-timings.ts'

/** How often the shown figures are read again, ms. */
const REFRESH_MS = 2_000
const rows = ['elements', 'connectors', 'points', 'images', 'megapixels'] as const

interface Figures {
  readonly page: BoardFigures
  readonly board: BoardFigures
  readonly timings: RecentTimings
}

interface BoardHealthProps {
  readonly timings: PageTimings
  onClose(): void
}

/** What the board consists of, how the page responds, and what would make it faster. */
export function BoardHealth({ timings, onClose }: BoardHealthProps) {
  const { t } = useTranslation('board')
  const { page, board, timings: recent } = useFigures(timings)
  const advice = getAdvice(page, recent)
  const number = useNumber()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('health.title')}
      size={560}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <ul className={classes.advice}>
        {advice.length === 0 && (
          <li>
            <IconCircleCheck size={18} stroke={1.5} aria-hidden />
            {t('health.advice.none')}
          </li>
        )}
        {advice.map((kind) => (
          <li key={kind}>
            <IconInfoCircle size={18} stroke={1.5} aria-hidden />
            {t(`health.advice.${kind}`)}
          </li>
        ))}
      </ul>
      <Timings timings={recent} />
      <Table className={classes.figures ?? ''} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('health.contents')}</Table.Th>
            <Table.Th ta="end">{t('health.page')}</Table.Th>
            <Table.Th ta="end">{t('health.board')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row}>
              <Table.Th scope="row" fw={400}>
                {t(`health.rows.${row}`)}
              </Table.Th>
              <Table.Td ta="end">{number(page[row])}</Table.Td>
              <Table.Td ta="end">{number(board[row])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ReportSwitch />
    </Modal>
  )
}

function Timings({ timings }: { timings: RecentTimings }) {
  const { t } = useTranslation('board')
  const number = useNumber()
  const { longFrames, longestFrameMs, longestInputDelayMs } = timings
  const unmeasured = t('health.unmeasured')
  return (
    <section aria-label={t('health.lastMinute')}>
      <h3 className={classes.heading}>{t('health.lastMinute')}</h3>
      <dl className={classes.timings}>
        <dt>{t('health.longFrames')}</dt>
        <dd data-testid="long-frames">
          {longFrames === null
            ? unmeasured
            : longFrames === 0
              ? number(0)
              : t('health.longest', { number: number(longFrames), ms: number(longestFrameMs ?? 0) })}
        </dd>
        <dt>{t('health.inputDelay')}</dt>
        <dd>
          {longestInputDelayMs === null
            ? unmeasured
            : longestInputDelayMs === 0
              ? t('health.atOnce')
              : t('health.ms', { ms: number(longestInputDelayMs) })}
        </dd>
      </dl>
    </section>
  )
}

/** Off unless the person turns it on; the text says what is sent. */
function ReportSwitch() {
  const { t } = useTranslation('board')
  const { slowReports } = useSignal(settings.user)
  const change = useMutation({ mutationFn: settings.change })
  return (
    <>
      <Switch
        label={t('health.report')}
        description={t('health.reportText')}
        checked={slowReports === true}
        onChange={(event) => change.mutate({ slowReports: event.currentTarget.checked })}
      />
      <FailureNote text={change.error && getFailureText(change.error)} />
    </>
  )
}

/** Read again while the dialog is open, since others keep drawing. */
function useFigures(timings: PageTimings): Figures {
  const open = useBoard()
  const [figures, setFigures] = useState(() => readFigures(open, timings))
  useEffect(() => {
    let cancel = (): void => undefined
    const refresh = (): void => {
      setFigures(readFigures(open, timings))
      cancel = clock.after(REFRESH_MS, refresh)
    }
    cancel = clock.after(REFRESH_MS, refresh)
    return () => cancel()
  }, [open, timings])
  return figures
}

function readFigures({ board }: OpenBoard, timings: PageTimings): Figures {
  const { document, state } = board
  const current = state.page.peek()
  const pages = new Map(state.pages.peek().map(({ id }) => [id, getPageFigures(document, id)]))
  const page = (current === null ? undefined : pages.get(current)) ?? addFigures([])
  return { page, board: addFigures([...pages.values()]), timings: timings.getRecent() }
}

function useNumber(): (value: number) => string {
  const { i18n } = useTranslation('board')
  // Tests show keys instead of a language.
  const language = i18n.language === 'cimode' ? 'en' : i18n.language
  return (value) => value.toLocaleString(language, { maximumFractionDigits: 0 })
}
