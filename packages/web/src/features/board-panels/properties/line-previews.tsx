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
} as const

/** Preview of an arrowhead; start heads are mirrored. */
export function arrowheadIcon(head: keyof typeof ends, mirrored: boolean) {
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
      <line x1="3" x2={head === 'dot' ? 14 : head === 'diamond' ? 12 : 20} y1="8" y2="8" />
      {ends[head]}
    </svg>
  )
}
