import { Text } from '@mantine/core'

interface ChartProps {
  readonly label: string
  readonly values: readonly number[]
  /** The last value in words. */
  readonly now: string
}

const [WIDTH, HEIGHT] = [240, 48]

/** A line of one figure over time, with its present value in words. */
export function Chart({ label, values, now }: ChartProps) {
  const most = Math.max(...values, 1)
  const step = WIDTH / Math.max(values.length - 1, 1)
  const points = values
    .map(
      (value, at) => `${(at * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`,
    )
    .join(' ')
  return (
    <figure style={{ margin: 0, minWidth: 0 }}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={600}>
        {now}
      </Text>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={`${label}: ${now}`}
      >
        <polyline
          points={points}
          fill="none"
          stroke="var(--mantine-primary-color-filled)"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  )
}
