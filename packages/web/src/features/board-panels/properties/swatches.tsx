import { colorNames, getTone } from '@tavla/canvas'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from './field-frame.tsx'
import classes from './properties.module.css'

const CustomColor = lazy(async () => {
  const { CustomColor: component } = await import('./custom-color.tsx')
  return { default: component }
})

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
  const [isCustom, setIsCustom] = useState(false)
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
        <button
          type="button"
          className={`${classes.swatch} ${classes.other}`}
          data-own={customColor !== undefined}
          aria-expanded={isCustom}
          aria-label={t('colors.other')}
          title={t('colors.other')}
          style={customColor === undefined ? {} : { background: customColor }}
          onClick={() => setIsCustom(!isCustom)}
        />
      </div>
      {isCustom && (
        <Suspense fallback={null}>
          <CustomColor value={customColor ?? getShownColor(value, tone, theme)} onSelect={onSelect} />
        </Suspense>
      )}
    </FieldFrame>
  )
}

/** The colour that the picker starts with. */
function getShownColor(value: unknown, tone: 'soft' | 'strong', theme: 'light' | 'dark'): string {
  return typeof value === 'string' && value !== 'none' ? getTone(value, tone, theme) : '#888888'
}
