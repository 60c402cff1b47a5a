import type { Size } from '../properties/bar-position.ts'
import { SelectionProperties, ToolProperties } from '../properties/floating-properties.tsx'
import { NarrowProperties } from '../properties/properties-bar.tsx'

interface StylePropertiesProps {
  readonly of: 'selection' | 'tool'
  /** Size of the board's view; null on narrow screens, where the properties are a bar of their own. */
  readonly view: Size | null
}

/** Style of the selection, or of what the active tool creates. */
export function StyleProperties({ of, view }: StylePropertiesProps) {
  if (view === null) return <NarrowProperties />
  return of === 'selection' ? <SelectionProperties view={view} /> : <ToolProperties view={view} />
}
