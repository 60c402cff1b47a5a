import { useEffect, useRef } from 'react'
import { encode } from 'uqr'
import classes from './qr-code.module.css'

/** White modules around the code, without which cameras do not find it. */
const margin = 4

/** One path for all dark modules: a square of one unit each. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: margin })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { path, size }
}

/** An address to be scanned; dark on white in both colour schemes, since that is what every camera reads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text)
  const code = useRef<SVGSVGElement>(null)
  // It opens at the end of its dialog, where it may be out of sight.
  useEffect(() => {
    void code.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <svg
      ref={code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={classes.code}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
