/** Pixels as in `ImageData`, which Node does not have. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Side of the blocks whose mean colours are compared: smaller details may differ, as fonts and hand-drawn lines do. */
const block = 8
/** Pixels that a block may lie elsewhere. */
const reach = 3
/** Differences of a channel's mean: below the first nothing, from the second on everything. */
const [unseen, obvious] = [8, 40]
/** Darker is not told apart: black becomes the ink of a board, which is a dark grey. */
const darkest = 40
const withoutDark = (channel: number): number => (channel < darkest ? 0 : channel)
/** A block counts when its mean is this far from white in either picture. */
const faint = 4

/**
 * How different two pictures of one size are, 0 to 1: the mean over all blocks that are not white in both.
 * A block is compared with the best of its surroundings in the other picture, in both directions.
 */
export function getPictureDifference(a: Pixels, b: Pixels): number {
  if (a.width !== b.width || a.height !== b.height) throw new Error('the pictures have different sizes')
  const [first, second] = [getSums(a), getSums(b)]
  let [total, count] = [0, 0]
  for (let y = 0; y < a.height; y += block) {
    for (let x = 0; x < a.width; x += block) {
      const [one, other] = [getMean(first, x, y), getMean(second, x, y)]
      if (isWhite(one) && isWhite(other)) continue
      const off = Math.max(findNearest(one, second, x, y), findNearest(other, first, x, y))
      total += Math.min(1, Math.max(0, off - unseen) / (obvious - unseen))
      count += 1
    }
  }
  return count === 0 ? 0 : total / count
}

type Color = readonly [number, number, number]

/** Sums of each channel over everything above and left of a point, so that the mean of any block is four look-ups. */
interface Sums {
  readonly width: number
  readonly height: number
  readonly channels: readonly [Float64Array, Float64Array, Float64Array]
}

function getSums({ width, height, data }: Pixels): Sums {
  const row = width + 1
  const create = (channel: number): Float64Array => {
    const sums = new Float64Array(row * (height + 1))
    for (let y = 0; y < height; y++) {
      for (let x = 0, line = 0; x < width; x++) {
        line += withoutDark(data[(y * width + x) * 4 + channel]!)
        sums[(y + 1) * row + x + 1] = sums[y * row + x + 1]! + line
      }
    }
    return sums
  }
  return { width, height, channels: [create(0), create(1), create(2)] }
}

function getMean({ width, height, channels }: Sums, x: number, y: number): Color {
  const [left, right] = [clamp(x, width), clamp(x + block, width)]
  const [top, bottom] = [clamp(y, height) * (width + 1), clamp(y + block, height) * (width + 1)]
  const area = ((right - left) * (bottom - top)) / (width + 1)
  // Beyond the edge is white.
  if (area === 0) return [255, 255, 255]
  return channels.map(
    (sums) => (sums[bottom + right]! - sums[top + right]! - sums[bottom + left]! + sums[top + left]!) / area,
  ) as unknown as Color
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))
const isWhite = (color: Color): boolean => Math.min(...color) > 255 - faint

/** Difference of the most similar block within reach. */
function findNearest(color: Color, within: Sums, x: number, y: number): number {
  let least = Infinity
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const other = getMean(within, x + dx, y + dy)
      const off = Math.max(...color.map((channel, i) => Math.abs(channel - other[i]!)))
      least = Math.min(least, off)
    }
  }
  return least
}
