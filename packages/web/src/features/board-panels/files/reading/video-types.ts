/** Types that all browsers in use can play. */
const types: ReadonlySet<string> = new Set(['video/mp4', 'video/webm'])

export const isVideo = (blob: Blob): boolean => types.has(blob.type)
