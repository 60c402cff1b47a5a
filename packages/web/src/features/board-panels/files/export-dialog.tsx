import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  useComputedColorScheme,
} from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/clock.ts'
import { saveFile } from '../../../platform/save-file.ts'
import { useSignal } from '../../../platform/use-signal.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useBoard } from '../board-context.ts'
import { boardPicture } from './board-picture.ts'

/** What part, how large, on what paper; then as a file or onto the clipboard. */
export function ExportDialog({ as: first, onClose }: { as: 'png' | 'svg'; onClose(): void }) {
  const { t } = useTranslation('board')
  const { board, files, space } = useBoard()
  const theme = useComputedColorScheme('light')
  const selection = useSignal(board.state.selection)
  const [as, setAs] = useState(first)
  const [part, setPart] = useState(selection.length > 0 ? 'selection' : 'page')
  const [scale, setScale] = useState('2')
  const [paper, setPaper] = useState(true)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [missing, setMissing] = useState(0)
  const run = async (to: 'file' | 'clipboard') => {
    setBusy(true)
    setFailure(null)
    try {
      const ids = part === 'selection' ? selection : undefined
      const picture = await boardPicture(board, files, { as, theme, paper, scale: Number(scale), ids })
      if (!picture) return setFailure(t('export.nothing'))
      setMissing(picture.missing.length)
      if (to === 'file') saveFile(picture.blob, `${space.name}.${as}`, clock)
      else await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture.blob })])
      if (picture.missing.length === 0) onClose()
    } catch {
      setFailure(t(to === 'clipboard' ? 'clipboardDenied' : 'export.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('export.title')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md">
        <Row label={t('export.format')}>
          <SegmentedControl
            data={['png', 'svg'].map((value) => ({ value, label: value.toUpperCase() }))}
            value={as}
            onChange={(value) => setAs(value as 'png' | 'svg')}
          />
        </Row>
        {selection.length > 0 && (
          <Row label={t('export.part')}>
            <SegmentedControl
              data={[
                { value: 'selection', label: t('export.selection') },
                { value: 'page', label: t('export.page') },
              ]}
              value={part}
              onChange={setPart}
            />
          </Row>
        )}
        {as === 'png' && (
          <Row label={t('export.scale')}>
            <SegmentedControl
              data={['1', '2', '3'].map((value) => ({ value, label: `${value}×` }))}
              value={scale}
              onChange={setScale}
            />
          </Row>
        )}
        <Checkbox
          label={t('export.paper')}
          checked={paper}
          onChange={({ currentTarget }) => setPaper(currentTarget.checked)}
        />
        {missing > 0 && <Alert>{t('export.missing', { count: missing })}</Alert>}
        <FailureNote text={failure} />
        <Group justify="flex-end" gap="xs">
          {as === 'png' && (
            <Button variant="default" disabled={busy} onClick={() => void run('clipboard')}>
              {t('export.copy')}
            </Button>
          )}
          <Button loading={busy} data-autofocus onClick={() => void run('file')}>
            {t('export.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{label}</Text>
      {children}
    </Group>
  )
}
