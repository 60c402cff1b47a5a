import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'
import type { ImportOutcome } from './import-files.ts'
import { ReportLine } from './report-line.tsx'

const ImportReportDialog = lazyDialog(
  lazyCode('import-report', async () => (await import('./import-report.tsx')).ImportReportDialog),
)

export interface ImportResult {
  readonly outcomes: readonly ImportOutcome[]
  /** Told in one line first: a dialog would come between pasting and what one does next. */
  readonly isPasted: boolean
  /** Counts the imports. */
  readonly run: number
}

interface ImportResultViewProps {
  result: ImportResult
  onShow(ids: readonly string[]): void
  onClose(): void
}

/** The report of an import, as one line while one looks at the board. */
export function ImportResultView({ result, onShow, onClose }: ImportResultViewProps) {
  const { t } = useTranslation('board')
  const { outcomes, isPasted } = result
  const [view, setView] = useState<'new' | 'open' | 'aside'>(isPasted ? 'new' : 'open')
  if (outcomes.length === 0) return null
  if (view !== 'open')
    return (
      <ReportLine
        text={t(view === 'new' ? 'import.pastedWithChanges' : 'import.backToReport')}
        onOpen={() => setView('open')}
        onClose={onClose}
      />
    )
  return (
    <ImportReportDialog
      outcomes={outcomes}
      onShow={(ids) => {
        setView('aside')
        onShow(ids)
      }}
      onClose={onClose}
    />
  )
}
