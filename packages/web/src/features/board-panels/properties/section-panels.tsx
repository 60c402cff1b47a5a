import { NumberInput, Slider, useComputedColorScheme } from '@mantine/core'
import { fontFamilies, heads } from '@tavla/canvas'
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconLayoutAlignBottom,
  IconLayoutAlignMiddle,
  IconLayoutAlignTop,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choices } from './choices.tsx'
import { FieldFrame } from './field-frame.tsx'
import { arrowheadIcon, lineIcon } from './line-previews.tsx'
import classes from './properties.module.css'
import { isMixed, getValue } from './style-sections.ts'
import type { FieldSchemas, StyleMap, StyleSection } from './style-sections.ts'
import { Swatches } from './swatches.tsx'
import { useFillTheme } from './use-fill-theme.ts'

export interface SectionProps {
  style: StyleMap
  schemas: FieldSchemas
  onSet(fields: Readonly<Record<string, unknown>>): void
}

const widths = [1, 2, 4, 8] as const
const sizes = [14, 20, 28, 40, 64] as const
const radii = [0, 8, 16, 32] as const
const iconProps = { size: 18, stroke: 1.5 }

const panels: Readonly<Record<StyleSection, (props: SectionProps) => React.ReactNode>> = {
  fill: FillPanel,
  line: LinePanel,
  ends: EndsPanel,
  text: TextPanel,
  look: StylePanel,
}

export interface SectionPanelProps extends SectionProps {
  section: StyleSection
}

/** The panel of a section. */
export function SectionPanel({ section, style, schemas, onSet }: SectionPanelProps) {
  const Panel = panels[section]
  return (
    <div className={classes.panel}>
      <Panel style={style} schemas={schemas} onSet={onSet} />
    </div>
  )
}

function FillPanel({ style, schemas, onSet }: SectionProps) {
  const { t } = useTranslation('board')
  const fillStyle = getValue(style, 'fillStyle')
  const theme = useFillTheme()
  return (
    <>
      <Swatches
        label={t('properties.fill')}
        value={getValue(style, 'fill')}
        mixed={isMixed(style, 'fill')}
        tone={fillStyle === 'solid' ? 'strong' : 'soft'}
        theme={theme}
        allowNone={schemas.accepts('fill', 'none')}
        onSelect={(fill) => onSet({ fill })}
      />
      {style.has('fillStyle') && (
        <Choices
          label={t('properties.fillStyle')}
          value={fillStyle}
          mixed={isMixed(style, 'fillStyle')}
          choices={(['soft', 'solid', 'hatch'] as const).map((value) => ({
            value,
            label: t(`properties.fillStyles.${value}`),
          }))}
          onSelect={(value) => onSet({ fillStyle: value })}
        />
      )}
    </>
  )
}

function LinePanel({ style, schemas, onSet }: SectionProps) {
  const { t } = useTranslation('board')
  const theme = useComputedColorScheme('light')
  return (
    <>
      <Swatches
        label={t('properties.stroke')}
        value={getValue(style, 'stroke')}
        mixed={isMixed(style, 'stroke')}
        tone="strong"
        theme={theme}
        allowNone={schemas.accepts('stroke', 'none')}
        onSelect={(stroke) => onSet({ stroke })}
      />
      {style.has('strokeWidth') && (
        <Choices
          label={t('properties.strokeWidth')}
          value={getValue(style, 'strokeWidth')}
          mixed={isMixed(style, 'strokeWidth')}
          choices={widths.map((value) => ({
            value,
            label: t('properties.points', { value }),
            content: lineIcon(value, 'solid'),
          }))}
          onSelect={(strokeWidth) => onSet({ strokeWidth })}
        />
      )}
      {style.has('dash') && (
        <Choices
          label={t('properties.dash')}
          value={getValue(style, 'dash')}
          mixed={isMixed(style, 'dash')}
          choices={(['solid', 'dashed', 'dotted'] as const).map((value) => ({
            value,
            label: t(`properties.dashes.${value}`),
            content: lineIcon(2, value),
          }))}
          onSelect={(dash) => onSet({ dash })}
        />
      )}
      {style.has('lineStyle') && (
        <Choices
          label={t('properties.lineStyle')}
          value={getValue(style, 'lineStyle')}
          mixed={isMixed(style, 'lineStyle')}
          choices={(['clean', 'handDrawn'] as const).map((value) => ({
            value,
            label: t(`properties.lineStyles.${value}`),
          }))}
          onSelect={(lineStyle) => onSet({ lineStyle })}
        />
      )}
    </>
  )
}

function EndsPanel({ style, schemas, onSet }: SectionProps) {
  const { t } = useTranslation('board')
  const head = (field: 'startHead' | 'endHead') =>
    style.has(field) && (
      <Choices
        label={t(`properties.${field}`)}
        value={getValue(style, field)}
        mixed={isMixed(style, field)}
        columns={5}
        choices={heads.map((value) => ({
          value,
          label: t(`properties.heads.${value}`),
          content: arrowheadIcon(value, field === 'startHead'),
        }))}
        onSelect={(value) => onSet({ [field]: value })}
      />
    )
  return (
    <>
      {style.has('routing') && (
        <Choices
          label={t('properties.routing')}
          value={getValue(style, 'routing')}
          mixed={isMixed(style, 'routing')}
          choices={(['straight', 'curved', 'elbow'] as const)
            .filter((value) => schemas.accepts('routing', value))
            .map((value) => ({ value, label: t(`properties.routings.${value}`) }))}
          onSelect={(routing) => onSet({ routing })}
        />
      )}
      {head('startHead')}
      {head('endHead')}
    </>
  )
}

function TextPanel({ style, onSet }: SectionProps) {
  const { t } = useTranslation('board')
  const theme = useFillTheme()
  return (
    <>
      <Choices
        label={t('properties.font')}
        value={getValue(style, 'font')}
        mixed={isMixed(style, 'font')}
        choices={(['sans', 'serif', 'mono', 'hand'] as const).map((value) => ({
          value,
          label: t(`properties.fonts.${value}`),
          content: (
            <span style={{ fontFamily: fontFamilies[value].css }}>{t(`properties.fonts.${value}`)}</span>
          ),
        }))}
        onSelect={(font) => onSet({ font })}
      />
      <SizeField style={style} onSet={onSet} />
      {style.has('color') && (
        <Swatches
          label={t('properties.color')}
          value={getValue(style, 'color')}
          mixed={isMixed(style, 'color')}
          tone="strong"
          theme={theme}
          allowNone={false}
          onSelect={(color) => onSet({ color })}
        />
      )}
      <Choices
        label={t('properties.align')}
        value={getValue(style, 'align')}
        mixed={isMixed(style, 'align')}
        choices={[
          { value: 'start', label: t('properties.aligns.start'), content: <IconAlignLeft {...iconProps} /> },
          {
            value: 'center',
            label: t('properties.aligns.center'),
            content: <IconAlignCenter {...iconProps} />,
          },
          { value: 'end', label: t('properties.aligns.end'), content: <IconAlignRight {...iconProps} /> },
        ]}
        onSelect={(align) => onSet({ align })}
      />
      {style.has('vertical') && (
        <Choices
          label={t('properties.vertical')}
          value={getValue(style, 'vertical')}
          mixed={isMixed(style, 'vertical')}
          choices={[
            {
              value: 'top',
              label: t('properties.aligns.top'),
              content: <IconLayoutAlignTop {...iconProps} />,
            },
            {
              value: 'middle',
              label: t('properties.aligns.middle'),
              content: <IconLayoutAlignMiddle {...iconProps} />,
            },
            {
              value: 'bottom',
              label: t('properties.aligns.bottom'),
              content: <IconLayoutAlignBottom {...iconProps} />,
            },
          ]}
          onSelect={(vertical) => onSet({ vertical })}
        />
      )}
    </>
  )
}

function SizeField({ style, onSet }: Pick<SectionProps, 'style' | 'onSet'>) {
  const { t } = useTranslation('board')
  const size = getValue(style, 'size')
  return (
    <FieldFrame label={t('properties.size')} mixed={isMixed(style, 'size')}>
      <div style={{ display: 'flex', gap: 2 }}>
        <div className={classes.choices} role="group" aria-label={t('properties.size')}>
          {sizes.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={size === value}
              className={classes.choice}
              style={{ minWidth: 32, padding: '0 4px' }}
              onClick={() => onSet({ size: value })}
            >
              {value}
            </button>
          ))}
        </div>
        <NumberInput
          aria-label={t('properties.sizeExact')}
          value={typeof size === 'number' ? Math.round(size * 10) / 10 : ''}
          min={2}
          max={1000}
          hideControls
          size="xs"
          w={56}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 2 && value <= 1000) onSet({ size: value })
          }}
        />
      </div>
    </FieldFrame>
  )
}

function StylePanel({ style, onSet }: SectionProps) {
  const { t, i18n } = useTranslation('board')
  const opacity = getValue(style, 'opacity')
  const [dragged, setDragged] = useState<number | null>(null)
  const percent = typeof opacity === 'number' ? Math.round(opacity * 100) : 100
  return (
    <>
      {style.has('radius') && (
        <Choices
          label={t('properties.radius')}
          value={getValue(style, 'radius')}
          mixed={isMixed(style, 'radius')}
          choices={radii.map((value) => ({ value, label: t(`properties.radii.${value}`) }))}
          onSelect={(radius) => onSet({ radius })}
        />
      )}
      {style.has('opacity') && (
        <FieldFrame
          label={t('properties.opacity')}
          mixed={isMixed(style, 'opacity')}
          value={new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(percent / 100)}
        >
          <Slider
            thumbLabel={t('properties.opacity')}
            value={dragged ?? percent}
            min={5}
            max={100}
            step={5}
            label={null}
            size="sm"
            onChange={setDragged}
            onChangeEnd={(value) => {
              setDragged(null)
              onSet({ opacity: value / 100 })
            }}
          />
        </FieldFrame>
      )}
    </>
  )
}
