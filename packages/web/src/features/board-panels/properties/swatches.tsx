import { colorNames, getTone } from '@tavla/canvas'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from './field-frame.tsx'
import classes from './properties.module.css'

interface SwatchesProps {
  label: string
  /** Undefined while elements differ. */
  value: unknown
  mixed: boolean
  tone: 'soft' | 'strong'
  /** Theme in which the colours are drawn. */
  theme: 'light' | 'dark'
  allowNone: boolean
  onSelect(color: string): void
}

/** The palette, by name so that every theme resolves it, and custom colours. */
export function Swatches({ label, value, mixed, tone, theme, allowNone, onSelect }: SwatchesProps) {
  const { t } = useTranslation('board')
  const customColor = typeof value === 'string' && value.startsWith('#') ? value : undefined
  return (
    <FieldFrame label={label} mixed={mixed}>
      <div className={classes.swatches} role="group" aria-label={label}>
        {allowNone && (
          <button
            type="button"
            aria-pressed={value === 'none'}
            aria-label={t('colors.none')}
            title={t('colors.none')}
            className={`${classes.swatch} ${classes.none}`}
            onClick={() => onSelect('none')}
          />
        )}
        {colorNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={value === name}
            aria-label={t(`colors.${name}`)}
            title={t(`colors.${name}`)}
            className={classes.swatch}
            style={{ background: getTone(name, tone, theme) }}
            onClick={() => onSelect(name)}
          />
        ))}
        <label
          className={`${classes.swatch} ${classes.other}`}
          data-own={customColor !== undefined}
          title={t('colors.other')}
          style={customColor === undefined ? {} : { background: customColor }}
        >
          <input
            type="color"
            aria-label={t('colors.other')}
            value={customColor ?? '#888888'}
            onChange={(event) => onSelect(event.currentTarget.value)}
          />
        </label>
      </div>
    </FieldFrame>
  )
}
