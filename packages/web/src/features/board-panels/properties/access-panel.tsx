import type { Board } from '@tavla/canvas'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { Choices } from './choices.tsx'
import classes from './properties.module.css'

const choices = ['frameForAll', 'frameForOwn', 'frameViewOnly'] as const
const byRole: ReadonlyMap<unknown, (typeof choices)[number]> = new Map([
  [null, 'frameForAll'],
  ['contributor', 'frameForOwn'],
  ['viewer', 'frameViewOnly'],
])

/** Whether only frames are selected and this person can set their access. */
export function canSetAccess(board: Board): boolean {
  return choices.some((id) => board.canRun(id))
}

/** Sets what people below admin can do inside the selected frames. */
export function AccessPanel() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const selection = useSignal(board.state.selection)
  // Updated with every change of the selection.
  useSignal(board.state.style)
  const currentChoices = new Set(selection.map((id) => byRole.get(board.document.get(id)?.['role'] ?? null)))
  return (
    <div className={classes.panel}>
      <Choices
        label={t('properties.access')}
        value={currentChoices.size === 1 ? [...currentChoices][0] : undefined}
        mixed={currentChoices.size > 1}
        choices={choices.map((value) => ({ value, label: t(`properties.accesses.${value}`) }))}
        onSelect={(id) => board.run(id)}
      />
    </div>
  )
}
