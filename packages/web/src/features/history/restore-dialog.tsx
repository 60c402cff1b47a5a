import { NativeSelect, Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText } from '../../platform/failure.ts'
import { randomId } from '../../platform/random.ts'
import { toasts } from '../../platform/toast.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useBoard } from '../board-panels/index.ts'
import type { History } from './history.ts'
import { prepareRestoration, type PreparedRestoration, restore, type RestoreScope } from './restore.ts'

interface RestoreDialogProps {
  history: History
  scope: RestoreScope
  getName(uid: string): string
  onScope(scope: RestoreScope): void
  onClose(): void
  onDone(): void
}

/** Says how much would change, then restores it as one undo step. */
export function RestoreDialog({ history, scope, getName, onScope, onClose, onDone }: RestoreDialogProps) {
  const { t } = useTranslation('board')
  const { prepared, failure, progress, runRestoration } = useRestoration(history, scope)
  const prepareProgress = useSignal(history.progress) ?? 0
  const people = useSignal(history.timeline)?.people ?? []
  const count = prepared?.touched.size ?? 0
  return (
    <ConfirmDialog
      opened
      title={t(`history.restore.confirm.${scope.type}`, {
        name: scope.type === 'person' ? getName(scope.uid) : '',
      })}
      confirm={t('history.restore.confirm.yes')}
      cancel={t('common:act.cancel')}
      closeLabel={t('common:act.close')}
      disabled={count === 0 || progress !== null}
      failure={failure}
      onConfirm={() => void runRestoration().then((isDone) => isDone && onDone())}
      onClose={() => progress === null && onClose()}
    >
      {scope.type === 'person' && (
        <NativeSelect
          label={t('history.filter.person')}
          value={scope.uid}
          data={people.map(({ uid }) => ({ value: uid, label: getName(uid) }))}
          onChange={(event) => onScope({ type: 'person', uid: event.currentTarget.value })}
        />
      )}
      {progress !== null ? (
        <RestoreProgress part={progress} />
      ) : prepared ? (
        <div role="status">
          <Text size="sm">
            {count === 0 ? t('history.restore.nothing') : t('history.restore.confirm.text', { count })}
          </Text>
          {prepared.left.length > 0 && (
            <Text size="sm" mt="xs">
              {t('history.restore.confirm.left', { count: prepared.left.length })}
            </Text>
          )}
        </div>
      ) : (
        failure === null && <RestoreProgress part={prepareProgress} />
      )}
    </ConfirmDialog>
  )
}

function RestoreProgress({ part }: { part: number }) {
  const { t } = useTranslation('board')
  return (
    <div role="status">
      <Text size="sm" mb="xs">
        {t('history.restore.working')}
      </Text>
      <Progress value={100 * part} aria-label={t('history.restore.working')} />
    </div>
  )
}

function useRestoration(history: History, scope: RestoreScope) {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const [prepared, setPrepared] = useState<(PreparedRestoration & { readonly seq: number }) | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** Progress of the restoration; null if none is running. */
  const [progress, setProgress] = useState<number | null>(null)
  useEffect(() => {
    let isCancelled = false
    setPrepared(null)
    setFailure(null)
    prepareForCurrentBoard(history, replica, scope).then(
      (next) => !isCancelled && next && setPrepared(next),
      (error: unknown) => !isCancelled && setFailure(getFailureText(error)),
    )
    return () => {
      isCancelled = true
      history.cancel()
    }
  }, [history, replica, scope])

  /** Returns whether it is complete. */
  const runRestoration = async (): Promise<boolean> => {
    setProgress(0)
    try {
      // Other people may have continued working while the dialog was open.
      const ready =
        prepared?.seq === replica.seq ? prepared : await prepareForCurrentBoard(history, replica, scope)
      if (!ready) return false
      const refusal = await restore(replica, ready, randomId(), { clock, onProgress: setProgress })
      if (refusal) {
        setFailure(t(`board.refused.${refusal.refused}`))
        return false
      }
    } catch (error) {
      setFailure(getFailureText(error))
      return false
    } finally {
      setProgress(null)
    }
    toasts.note(t('history.restore.done'), { label: t('commands.undo'), run: () => void replica.undo() })
    return true
  }
  return { prepared, failure, progress, runRestoration }
}

type Replica = ReturnType<typeof useBoard>['replica']

async function prepareForCurrentBoard(history: History, replica: Replica, scope: RestoreScope) {
  await history.catchUp(replica.seq)
  const { replay } = history
  const seq = replica.seq
  const result =
    replay &&
    (await history.run((context) => prepareRestoration(replay, history.seq.peek(), replica, scope, context)))
  return result && { ...result, seq }
}
