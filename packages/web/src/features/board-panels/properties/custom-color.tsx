import { Button, ColorPicker, TextInput } from '@mantine/core'
import { useEyeDropper } from '@mantine/hooks'
import { IconColorPicker } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storage } from '../../../platform/storage.ts'
import { keys } from '../../../platform/storage-keys.ts'
import { useBoard } from '../board-context.ts'
import { addRecentColor, listBoardColors, parseColor } from './color-lists.ts'
import classes from './properties.module.css'

interface CustomColorProps {
  /** The current colour as `#rrggbb`. */
  value: string
  onSelect(color: string): void
}

/** Chooses any colour: by saturation and hue, by its code, from the screen, or one used before. */
export function CustomColor({ value, onSelect }: CustomColorProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const eyeDropper = useEyeDropper()
  const [recent] = useState(() => storage.read(keys.recentColors) ?? [])
  const [onBoard] = useState(() => listBoardColors(board.document))
  const [draft, setDraft] = useState(value)
  const [code, setCode] = useState(value)
  const select = (color: string) => {
    setDraft(color)
    setCode(color)
    storage.write(keys.recentColors, addRecentColor(storage.read(keys.recentColors) ?? [], color))
    onSelect(color)
  }
  const pick = async () => {
    const picked = await eyeDropper.open().catch(() => undefined)
    const color = picked && parseColor(picked.sRGBHex)
    if (color) select(color)
  }
  const enterCode = () => {
    const color = parseColor(code)
    if (color === undefined) setCode(draft)
    else if (color !== draft) select(color)
  }
  return (
    <div className={classes.custom}>
      <ColorPicker
        format="hex"
        fullWidth
        size="sm"
        value={draft}
        saturationLabel={t('colors.saturation')}
        hueLabel={t('colors.hue')}
        onChange={(color) => {
          setDraft(color)
          setCode(color)
        }}
        onChangeEnd={select}
      />
      <div className={classes.code}>
        <TextInput
          aria-label={t('colors.code')}
          size="xs"
          value={code}
          maxLength={7}
          onChange={(event) => setCode(event.currentTarget.value)}
          onBlur={enterCode}
          onKeyDown={(event) => {
            if (event.key === 'Enter') enterCode()
          }}
        />
        {eyeDropper.supported && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconColorPicker size={16} stroke={1.5} aria-hidden />}
            onClick={() => void pick()}
          >
            {t('colors.fromScreen')}
          </Button>
        )}
      </div>
      <ColorRow label={t('colors.recent')} colors={recent} value={draft} onSelect={select} />
      <ColorRow label={t('colors.onBoard')} colors={onBoard} value={draft} onSelect={select} />
    </div>
  )
}

interface ColorRowProps extends CustomColorProps {
  label: string
  colors: readonly string[]
}

function ColorRow({ label, colors, value, onSelect }: ColorRowProps) {
  if (colors.length === 0) return null
  return (
    <>
      <div className={classes.label}>{label}</div>
      <div className={classes.swatches} role="group" aria-label={label}>
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            aria-pressed={color === value}
            aria-label={color}
            title={color}
            className={classes.swatch}
            style={{ background: color }}
            onClick={() => onSelect(color)}
          />
        ))}
      </div>
    </>
  )
}
