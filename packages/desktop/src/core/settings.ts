import { z } from 'zod'
import { parseServer } from './server-origin.ts'

const pixels = z.int().min(-100_000).max(100_000)

/** Last window bounds in the system's units. */
export const WindowBounds = z.object({
  left: pixels,
  top: pixels,
  width: pixels.min(200),
  height: pixels.min(200),
})
export type WindowBounds = z.infer<typeof WindowBounds>

/** Settings of the shell, separate from the browser's profile. */
const Settings = z.object({
  v: z.literal(1),
  server: z
    .string()
    .refine((text) => parseServer(text) === text)
    .optional()
    .catch(undefined),
  bounds: WindowBounds.optional().catch(undefined),
})
export type Settings = z.infer<typeof Settings>

/** An unreadable file counts as missing, so that the shell asks for the server again. */
export function parseSettings(text: string | undefined): Settings {
  try {
    return Settings.parse(JSON.parse(text ?? ''))
  } catch {
    return { v: 1 }
  }
}
