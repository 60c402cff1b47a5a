export { findLocation, typesWithLocation } from './find-location.ts'
export type { BytePatch } from './part-reader.ts'
