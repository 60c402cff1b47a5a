/** What pictures may take up. A tile is a megabyte. */
const tiles = { usual: 140, dense: 256 } as const
const imageBytes = 256 * 1024 * 1024
/** Screens with more device pixels per CSS pixel than this need twice as many tiles, and more, for the same view. */
const denseFrom = 1.5
/** Devices with less memory than this, GB, get half of everything. */
const lowMemory = 4

function share(): number {
  // Only some browsers tell, and only in coarse steps.
  const { deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number }
  return deviceMemory !== undefined && deviceMemory < lowMemory ? 0.5 : 1
}

/** Most tiles kept, on a screen with so many device pixels per CSS pixel. */
export function tileCeiling(dpr: number): number {
  return Math.round((dpr > denseFrom ? tiles.dense : tiles.usual) * share())
}

/** Most bytes of decoded images kept. */
export function imageCeiling(): number {
  return imageBytes * share()
}
