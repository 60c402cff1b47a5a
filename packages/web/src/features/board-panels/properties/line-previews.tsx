import type { Head } from '@tavla/canvas'
import type { ReactNode } from 'react'

const dashes = { solid: undefined, dashed: '5 4', dotted: '0.5 4.5' } as const

/** Preview of a line style. */
export function lineIcon(width: number, dash: keyof typeof dashes) {
  return (
    <svg width="24" height="16" aria-hidden="true">
      <line
        x1={width > 3 ? 7 : 4}
        x2={width > 3 ? 17 : 20}
        y1="8"
        y2="8"
        stroke="currentColor"
        strokeWidth={Math.min(width, 8)}
        strokeLinecap="round"
        strokeDasharray={dashes[dash]}
      />
    </svg>
  )
}

const ends = {
  none: null,
  arrow: <path d="M14 4 20 8 14 12" fill="none" />,
  triangle: <path d="M14 4 20 8 14 12Z" fill="currentColor" />,
  dot: <circle cx="17" cy="8" r="3" fill="currentColor" />,
  diamond: <path d="M12 8 16 4.5 20 8 16 11.5Z" fill="currentColor" />,
  bar: <path d="M20 3.5V12.5" />,
  hollowTriangle: <path d="M13 4 20 8 13 12Z" fill="none" />,
  hollowDiamond: <path d="M11 8 15.5 4.5 20 8 15.5 11.5Z" fill="none" />,
  one: <path d="M16 3.5V12.5" />,
  many: <path d="M20 3.5 13 8 20 12.5" fill="none" />,
  zeroOrOne: (
    <>
      <circle cx="12" cy="8" r="2.5" fill="none" />
      <path d="M14.5 8H20M17.5 3.5V12.5" fill="none" />
    </>
  ),
  oneOrMany: <path d="M20 3.5 13 8 20 12.5M10.5 3.5V12.5" fill="none" />,
  zeroOrMany: (
    <>
      <circle cx="10.5" cy="8" r="2.5" fill="none" />
      <path d="M13 8H20M20 3.5 13 8 20 12.5" fill="none" />
    </>
  ),
} as const satisfies Readonly<Record<Head, ReactNode>>

/** Where the line ends, for heads that it does not cross. */
const lineEnds: Partial<Record<Head, number>> = {
  dot: 14,
  diamond: 12,
  hollowTriangle: 13,
  hollowDiamond: 11,
  zeroOrOne: 9.5,
  zeroOrMany: 8,
}

/** Preview of an arrowhead; start heads are mirrored. */
export function arrowheadIcon(head: Head, mirrored: boolean) {
  return (
    <svg
      width="24"
      height="16"
      aria-hidden="true"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={mirrored ? { transform: 'scaleX(-1)' } : {}}
    >
      <line x1="3" x2={lineEnds[head] ?? 20} y1="8" y2="8" />
      {ends[head]}
    </svg>
  )
}
