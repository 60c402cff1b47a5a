import { Alert, Button, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import type { Board } from '@tavla/canvas'
import { isAtLeast } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureWords } from '../../platform/failure.ts'
import { randomId } from '../../platform/random.ts'
import { toasts } from '../../platform/toast.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useBoard } from '../board-panels/index.ts'
import type { History } from './history.ts'
import { prepare, type Prepared, type RestoreScope } from './restore.ts'

const scopes = ['board', 'region', 'person'] as const
type ScopeName = (typeof scopes)[number]

interface RestoreSectionProps {
  history: History
  /** The board that shows the past: what is selected in it says which area is meant. */
  board: Board | null
  nameOf(uid: string): string
  onDone(): void
}

/** Brings back the moment shown: all of it, an area, or all but one person's changes since. */
export function RestoreSection({ history, board, nameOf, onDone }: RestoreSectionProps) {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const { may } = useSignal(replica.actor)
  const [scope, setScope] = useState<ScopeName>('board')
  const people = useSignal(history.timeline)?.people ?? []
  const [person, setPerson] = useState('')
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [note, setNote] = useState<string | null>(null)
  if (!isAtLeast(may, 'admin'))
    return (
      <Text size="sm" c="var(--tavla-muted)">
        {t('history.restore.adminsOnly')}
      </Text>
    )
  const uid = person || (people[0]?.uid ?? '')
  const ask = async (): Promise<void> => {
    const asked = scopeOf(scope, uid, board)
    if (!asked) return setNote(t('history.restore.selectFirst'))
    try {
      await history.catchUp(replica.seq)
    } catch (error) {
      return setNote(failureWords(error))
    }
    const next = prepare(history, replica, asked) ?? null
    if (!next || next.changes.length === 0) return setNote(t('history.restore.nothing'))
    setNote(null)
    setPrepared(next)
  }
  const restore = (): void => {
    if (!prepared) return
    replica.recall(prepared.gone.values())
    const refusal = replica.edit(prepared.changes, randomId())
    setPrepared(null)
    if (refusal) return setNote(t(`board.refused.${refusal.refused}`))
    toasts.note(t('history.restore.done'), { label: t('commands.undo'), run: () => void replica.undo() })
    onDone()
  }
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('history.restore.title')}
        value={scope}
        onChange={(next) => {
          setScope(next as ScopeName)
          setNote(null)
        }}
      >
        <Stack gap={6} mt={6}>
          {scopes.map((name) => (
            <Radio key={name} value={name} label={t(`history.restore.scope.${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {scope === 'person' && (
        <NativeSelect
          aria-label={t('history.filter.person')}
          value={uid}
          data={people.map((one) => ({ value: one.uid, label: nameOf(one.uid) }))}
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
      )}
      {note !== null && (
        <Alert p="xs" color="gray" role="status">
          {note}
        </Alert>
      )}
      <Button onClick={() => void ask()}>{t('history.restore.ask')}</Button>
      <ConfirmDialog
        opened={prepared !== null}
        title={t(`history.restore.confirm.${scope}`, { name: nameOf(uid) })}
        confirm={t('history.restore.confirm.yes')}
        cancel={t('common:act.cancel')}
        closeLabel={t('common:act.close')}
        onConfirm={restore}
        onClose={() => setPrepared(null)}
      >
        <Text size="sm">{t('history.restore.confirm.text', { count: prepared?.touched.size ?? 0 })}</Text>
        {prepared && prepared.left.length > 0 && (
          <Text size="sm">{t('history.restore.confirm.left', { count: prepared.left.length })}</Text>
        )}
      </ConfirmDialog>
    </Stack>
  )
}

/** Undefined: an area is meant and nothing is selected. */
function scopeOf(name: ScopeName, uid: string, board: Board | null): RestoreScope | undefined {
  if (name === 'board') return { of: 'board' }
  if (name === 'person') return { of: 'person', uid }
  const page = board?.state.page.peek() ?? null
  const box = board?.scene.boundsOfAll(board.state.selection.peek())
  return page === null || !box ? undefined : { of: 'region', page, box }
}
