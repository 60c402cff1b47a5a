import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  useComputedColorScheme,
} from '@mantine/core'
import { pngLimits } from '@tavla/canvas'
import type { Board, PngSize, RecordId } from '@tavla/canvas'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useBoard } from '../board-context.ts'
import {
  getExportable,
  formats,
  initialChoice,
  canEmbed,
  canHoldVersions,
  isBoardData,
  isImage,
  isTexts,
  getPart,
  getParts,
  scales,
  getSize,
  type ExportChoice,
  type Exportable,
  type ExportFormat,
  type ExportPart,
} from './export-choice.ts'
import classes from './files.module.css'
import { useExport } from './use-export.ts'
import { type OpenVersions, useExportVersions, type VersionChoice } from './use-export-versions.ts'

interface ExportDialogProps {
  as: ExportFormat
  openVersions: OpenVersions
  onClose(): void
}

/** Export settings: format, part, size and background; the result is a file or goes to the clipboard. */
export function ExportDialog({ as, openVersions, onClose }: ExportDialogProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const screen = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const selection = useSignal(board.state.selection)
  const versions = useExportVersions(openVersions)
  const exporting = useExport(versions.problem === null ? versions.open : undefined, onClose)
  const [choice, setChoice] = useState<ExportChoice>({ ...initialChoice, as, theme: screen })
  // Frames are counted once and not on every edit; the export reads the board as it is then.
  const available = useMemo(
    () => ({ ...(getExportable(board) ?? emptyExportable), selection }),
    [board, selection],
  )
  const size = useMemo(() => getSize(board, choice, available), [board, choice, available])
  const change = (fields: Partial<ExportChoice>) => setChoice({ ...choice, ...fields })
  const busy = exporting.share !== null
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('export.title')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md">
        <fieldset className={classes.choices} disabled={busy}>
          <Choices board={board} choice={choice} available={available} onChange={change} />
          {canHoldVersions(choice, available) && (
            <VersionCheckbox versions={versions} isChecked={choice.versions} onChange={change} />
          )}
        </fieldset>
        <ExportSummary choice={choice} available={available} size={size} />
        {exporting.missing > 0 && (
          <Alert>
            {t(isBoardData(choice.as) ? 'export.leftOut' : 'export.missing', { count: exporting.missing })}
          </Alert>
        )}
        {exporting.missingVersions > 0 && (
          <Alert>{t('export.versionsTooLarge', { count: exporting.missingVersions })}</Alert>
        )}
        <FailureNote text={exporting.failure} />
        {exporting.share === null ? (
          <Group justify="flex-end" gap="xs">
            {canEmbed(choice.as) && (
              <Button variant="default" onClick={() => void exporting.run(choice, 'clipboard')}>
                {t('export.copy')}
              </Button>
            )}
            <Button data-autofocus onClick={() => void exporting.run(choice, 'file')}>
              {t('export.save')}
            </Button>
          </Group>
        ) : (
          <Group gap="sm" wrap="nowrap">
            <Progress
              className={classes.bar ?? ''}
              value={exporting.share * 100}
              aria-label={t('export.making')}
              transitionDuration={100}
            />
            <Button variant="default" autoFocus onClick={exporting.cancel}>
              {t('common:act.cancel')}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}

const emptyExportable: Exportable = { selection: [], page: '', pages: [], frames: [] }

interface ChoicesProps {
  board: Board
  choice: ExportChoice
  available: Exportable
  onChange(fields: Partial<ExportChoice>): void
}

function Choices({ board, choice, available, onChange }: ChoicesProps) {
  const { t } = useTranslation('board')
  const { as, theme, scale, paper, embeds, frame } = choice
  const part = getPart(choice, available)
  const labels = new Map<ExportPart, string>([
    ['selection', t('export.selection')],
    ['frames', t(as === 'pdf' ? 'export.frames' : 'export.frame')],
    ['page', t('export.page')],
    ['board', t('export.board')],
  ])
  const getName = (id: RecordId, at: number) =>
    String(board.document.get(id)?.['title'] || t('export.frameOf', { number: at + 1 }))
  return (
    <Stack gap="md">
      <Choice
        label={t('export.format')}
        options={formats.map((value) => ({
          value,
          label: value === 'tavla' ? 'Tavla' : value === 'md' ? t('export.texts') : value.toUpperCase(),
        }))}
        value={isTexts(as) ? 'md' : as}
        onChange={(value) => onChange({ as: value })}
      />
      <Choice
        label={t('export.part')}
        options={getParts(as, available).map((value) => ({ value, label: labels.get(value) ?? value }))}
        value={part}
        onChange={(value) => onChange({ part: value })}
      />
      {part === 'frames' && as !== 'pdf' && available.frames.length > 1 && (
        <NativeSelect
          aria-label={t('export.frame')}
          data={available.frames.map((id, at) => ({ value: id, label: getName(id, at) }))}
          value={frame ?? available.frames[0] ?? ''}
          onChange={({ currentTarget }) => onChange({ frame: currentTarget.value })}
        />
      )}
      {as === 'png' && (
        <Choice
          label={t('export.scale')}
          options={scales.map((value) => ({ value: String(value), label: `${value}×` }))}
          value={String(scale)}
          onChange={(value) => onChange({ scale: Number(value) })}
        />
      )}
      {isTexts(as) && (
        <Choice
          label={t('export.textForm')}
          options={[
            { value: 'md', label: 'Markdown' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={as}
          onChange={(value) => onChange({ as: value })}
        />
      )}
      {isImage(as) && (
        <>
          <Choice
            label={t('export.colors')}
            options={(['light', 'dark'] as const).map((value) => ({
              value,
              label: t(`common:preference.themes.${value}`),
            }))}
            value={theme}
            onChange={(value) => onChange({ theme: value })}
          />
          <Checkbox
            label={t('export.paper')}
            checked={paper}
            onChange={({ currentTarget }) => onChange({ paper: currentTarget.checked })}
          />
          {canEmbed(as) && (
            <Checkbox
              label={t('export.embed')}
              checked={embeds}
              onChange={({ currentTarget }) => onChange({ embeds: currentTarget.checked })}
            />
          )}
        </>
      )}
    </Stack>
  )
}

interface VersionCheckboxProps {
  versions: VersionChoice
  isChecked: boolean
  onChange(fields: Pick<ExportChoice, 'versions'>): void
}

/** Nothing if the board has no named versions. */
function VersionCheckbox({ versions, isChecked, onChange }: VersionCheckboxProps) {
  const { t } = useTranslation('board')
  const { left, problem } = versions
  const count = versions.versions.length
  if (count === 0) return null
  return (
    <Checkbox
      mt="md"
      label={t('export.versions', { count })}
      description={
        problem
          ? t(`export.versionsProblem.${problem}`)
          : left > 0 && t('export.versionsLeft', { count: left })
      }
      disabled={problem !== null}
      checked={isChecked && problem === null}
      onChange={({ currentTarget }) => onChange({ versions: currentTarget.checked })}
    />
  )
}

interface ChoiceProps<V extends string> {
  label: string
  options: readonly { readonly value: V; readonly label: string }[]
  value: V
  onChange(value: V): void
}

function Choice<V extends string>({ label, options, value, onChange }: ChoiceProps<V>) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">{label}</Text>
      <SegmentedControl<V>
        aria-label={label}
        data={[...options]}
        value={value}
        onChange={onChange}
        classNames={{ root: classes.choice ?? '', label: classes.choiceLabel ?? '' }}
      />
    </Group>
  )
}

/** Describes the file in a sentence before it is created. */
function ExportSummary({
  choice,
  available,
  size,
}: {
  choice: ExportChoice
  available: Exportable
  size: PngSize | undefined
}) {
  const { t, i18n } = useTranslation('board')
  const number = new Intl.NumberFormat(i18n.language === 'cimode' ? 'en' : i18n.language)
  const lines: string[] = []
  if (size) {
    const pixels = { width: number.format(size.widthPx), height: number.format(size.heightPx) }
    lines.push(t('export.size', pixels))
    if (size.scale < choice.scale)
      lines.push(
        t('export.tooLarge', {
          scale: number.format(Math.max(0.01, Math.floor(size.scale * 100) / 100)),
          side: number.format(pngLimits.sidePx),
          million: number.format(pngLimits.pixels / 1_000_000),
        }),
      )
  }
  if (choice.as === 'pdf' && getPart(choice, available) === 'frames')
    lines.push(t('export.pages', { count: available.frames.length }))
  if (isBoardData(choice.as)) lines.push(t(choice.as === 'tavla' ? 'export.package' : 'export.open'))
  if (isTexts(choice.as)) lines.push(t('export.textsText'))
  if (lines.length === 0) return null
  return (
    <Text size="sm" c="dimmed" role="status" data-testid="export-outcome">
      {lines.join(' ')}
    </Text>
  )
}
