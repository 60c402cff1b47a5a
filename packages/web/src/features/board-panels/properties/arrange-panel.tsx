import { useTranslation } from 'react-i18next'
import { BarButton } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import { getIcon } from '../icons/icons.ts'
import { FieldFrame } from './field-frame.tsx'
import classes from './properties.module.css'

const rows = [
  { name: 'order', ids: ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack'] },
  {
    name: 'align',
    ids: ['alignLeft', 'alignCentre', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  },
  { name: 'distribute', ids: ['distributeHorizontally', 'distributeVertically'] },
  { name: 'flip', ids: ['flipHorizontally', 'flipVertically'] },
  { name: 'group', ids: ['group', 'ungroup'] },
] as const

/** Order, alignment and grouping. Rows that do not apply to the selection are omitted. */
export function ArrangePanel() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  return (
    <div className={classes.panel}>
      {rows
        .filter(({ ids }) => ids.some((id) => board.canRun(id)))
        .map(({ name, ids }) => (
          <FieldFrame key={name} label={t(`arrange.${name}`)} mixed={false}>
            <div className={classes.choices} role="group" aria-label={t(`arrange.${name}`)}>
              {ids.map((id) => {
                const command = board.commands.find((each) => each.id === id)
                return (
                  <BarButton
                    key={id}
                    label={t(`commands.${id}`)}
                    shortcut={command?.keys[0]}
                    Icon={getIcon(command?.icon)}
                    disabled={!board.canRun(id)}
                    onClick={() => board.run(id)}
                  />
                )
              })}
            </div>
          </FieldFrame>
        ))}
    </div>
  )
}
