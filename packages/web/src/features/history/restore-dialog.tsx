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
import { prepare, type Prepared, restore, type RestoreScope } from './restore.ts'

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
  const { prepared, failure, done, act } = useRestoration(history, scope)
  const working = useSignal(history.work) ?? 0
  const people = useSignal(history.timeline)?.people ?? []
  const count = prepared?.touched.size ?? 0
  return (
    <ConfirmDialog
      opened
      title={t(`history.restore.confirm.${scope.of}`, {
        name: scope.of === 'person' ? getName(scope.uid) : '',
      })}
      confirm={t('history.restore.confirm.yes')}
      cancel={t('common:act.cancel')}
      closeLabel={t('common:act.close')}
      disabled={count === 0 || done !== null}
      failure={failure}
      onConfirm={() => void act().then((isDone) => isDone && onDone())}
      onClose={() => done === null && onClose()}
    >
      {scope.of === 'person' && (
        <NativeSelect
          label={t('history.filter.person')}
          value={scope.uid}
          data={people.map(({ uid }) => ({ value: uid, label: getName(uid) }))}
          onChange={(event) => onScope({ of: 'person', uid: event.currentTarget.value })}
        />
      )}
      {done !== null ? (
        <Working part={done} />
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
        failure === null && <Working part={working} />
      )}
    </ConfirmDialog>
  )
}

function Working({ part }: { part: number }) {
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
  const [prepared, setPrepared] = useState<(Prepared & { readonly at: number }) | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** Progress of the restoration; null if none is running. */
  const [done, setDone] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    setPrepared(null)
    setFailure(null)
    prepareNow(history, replica, scope).then(
      (next) => !isOver && next && setPrepared(next),
      (error: unknown) => !isOver && setFailure(getFailureText(error)),
    )
    return () => {
      isOver = true
      history.cancel()
    }
  }, [history, replica, scope])

  /** Returns whether it is complete. */
  const act = async (): Promise<boolean> => {
    setDone(0)
    try {
      // Other people may have continued working while the dialog was open.
      const ready = prepared?.at === replica.seq ? prepared : await prepareNow(history, replica, scope)
      if (!ready) return false
      const refusal = await restore(replica, ready, randomId(), { clock, tell: setDone })
      if (refusal) {
        setFailure(t(`board.refused.${refusal.refused}`))
        return false
      }
    } catch (error) {
      setFailure(getFailureText(error))
      return false
    } finally {
      setDone(null)
    }
    toasts.note(t('history.restore.done'), { label: t('commands.undo'), run: () => void replica.undo() })
    return true
  }
  return { prepared, failure, done, act }
}

type Replica = ReturnType<typeof useBoard>['replica']

async function prepareNow(history: History, replica: Replica, scope: RestoreScope) {
  await history.catchUp(replica.seq)
  const { past } = history
  const at = replica.seq
  const made = past && (await history.run((pace) => prepare(past, history.seq.peek(), replica, scope, pace)))
  return made && { ...made, at }
}
