import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { effect } from '@preact/signals-core'
import { type Box, createSnippet, shapes } from '@tavla/canvas'
import type { Entry } from '@tavla/canvas/model'
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { fitCanvas } from '../../ui/fit-canvas.ts'
import { LazyTooltip } from '../../ui/overlays/lazy-tooltip.tsx'
import { useBoard, usePersonNames, usePersonPaint } from '../board-panels/index.ts'
import { toScreenBox } from './to-screen-box.ts'
import type { OpenSuggestion } from './open-suggestions.ts'
import classes from './suggestions.module.css'
import { SuggestedText } from './suggested-text.tsx'
import { useDecisions } from './use-decisions.ts'
import { getSuggestionText } from './suggestion-text.ts'

/** Above this number suggestions are drawn without tags, which would cover each other and the board. */
const maxTags = 40

/** The suggested elements, their outlines in the person's colour, and tags with buttons. */
export function PageSuggestions({ suggestions }: { suggestions: readonly OpenSuggestion[] }) {
  const { board } = useBoard()
  const container = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ w: 0, h: 0 })
  const camera = useSignal(board.state.camera)
  const getName = usePersonNames(suggestions.map(({ record }) => record.by))
  const getPaint = usePersonPaint()
  useEffect(() => {
    const element = container.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ w: element.clientWidth, h: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const visible = suggestions.flatMap((suggestion) => {
    const box = suggestion.box && toScreenBox(suggestion.box, camera)
    return box && isInView(box, size) ? [{ suggestion, box }] : []
  })
  return (
    <div ref={container} className={classes.marks} data-testid="suggestions">
      <Ghosts suggestions={suggestions} />
      {visible.map(({ suggestion, box }) => (
        <div
          key={suggestion.record.id}
          className={classes.outline}
          data-action={suggestion.record.action}
          style={{
            left: box.x,
            top: box.y,
            width: box.w,
            height: box.h,
            rotate: `${suggestion.box?.r ?? 0}deg`,
            color: getPaint(suggestion.record.by),
          }}
        />
      ))}
      {visible.slice(0, maxTags).map(({ suggestion, box }) => (
        <Tag
          key={suggestion.record.id}
          suggestion={suggestion}
          box={box}
          name={getName(suggestion.record.by)}
          paint={getPaint(suggestion.record.by)}
        />
      ))}
    </div>
  )
}

/** The tag is above the element and grows upwards; always inside the view. */
function getTagPosition(box: Box, hasText: boolean) {
  const height = hasText ? 104 : 44
  return {
    left: `clamp(8px, ${box.x}px, calc(100% - 184px))`,
    bottom: `clamp(100px, calc(100% - ${box.y - 4}px), calc(100% - var(--board-top-edge, 60px) - ${height}px))`,
  }
}

function isInView({ x, y, w, h }: Box, size: { readonly w: number; readonly h: number }): boolean {
  return x + w > 0 && y + h > 0 && x < size.w && y < size.h
}

interface TagProps {
  suggestion: OpenSuggestion
  box: Box
  name: string
  paint: string
}

function Tag({ suggestion, box, name, paint }: TagProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const decide = useDecisions()
  const { isOwn, canDecide, record } = suggestion
  // Added text is shown at its position; a changed text covers the current one.
  const hasText = record.action === 'change' && record.fields['text'] !== undefined
  const description = getSuggestionText(suggestion, t)
  const decideAndFocusBoard = (run: (suggestions: readonly OpenSuggestion[]) => void) => () => {
    run([suggestion])
    // The button is removed with its suggestion.
    board.focus()
  }
  return (
    <div
      className={classes.tag}
      role="group"
      aria-label={t('suggestions.of', { name, what: description })}
      data-testid="suggestion"
      style={getTagPosition(box, hasText)}
    >
      <span className={classes.dot} style={{ background: paint }} aria-hidden="true" />
      <span className={classes.name}>{isOwn ? t('suggestions.yours') : name}</span>
      {canDecide && (
        <LazyTooltip label={t('suggestions.accept')}>
          <ActionIcon
            variant="light"
            size={26}
            aria-label={t('suggestions.acceptOf', { name, what: description })}
            onClick={decideAndFocusBoard(decide.accept)}
          >
            <IconCheck size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </LazyTooltip>
      )}
      <LazyTooltip label={t(isOwn ? 'suggestions.withdraw' : 'suggestions.reject')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={t(isOwn ? 'suggestions.withdrawOf' : 'suggestions.rejectOf', {
            name,
            what: description,
          })}
          onClick={decideAndFocusBoard(decide.remove)}
        >
          {isOwn ? (
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconX size={16} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </LazyTooltip>
      {hasText && <SuggestedText suggestion={suggestion} />}
    </div>
  )
}

/** The suggested elements, half transparent, drawn by the board's renderer. */
function Ghosts({ suggestions }: { suggestions: readonly OpenSuggestion[] }) {
  const { board } = useBoard()
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const snippet = useMemo(() => {
    const entries = suggestions.flatMap(({ ghost, record }): Entry[] =>
      ghost ? [{ record: ghost, clock: {}, pieces: board.document.pieces(record.target), open: false }] : [],
    )
    return entries.length > 0 ? createSnippet(entries, shapes) : undefined
  }, [suggestions, board])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const paint = (): void => {
      const { scale, width, height } = fitCanvas(context)
      const camera = board.state.camera.value
      const zoom = camera.zoom * scale
      context.clearRect(0, 0, width, height)
      context.setTransform(zoom, 0, 0, zoom, -camera.x * zoom, -camera.y * zoom)
      snippet?.draw(context, { theme, scale: zoom })
    }
    const resizeObserver = new ResizeObserver(paint)
    resizeObserver.observe(context.canvas)
    const stopEffect = effect(paint)
    return () => {
      resizeObserver.disconnect()
      stopEffect()
    }
  }, [board, snippet, theme])
  return <canvas ref={canvas} className={classes.ghosts} aria-hidden="true" />
}
