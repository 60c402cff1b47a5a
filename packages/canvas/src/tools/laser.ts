import { trailMs } from '../editor/view/presence.ts'
import type { Vec } from '../geometry/vec.ts'
import { defineTool } from '../tool/define-tool.ts'

type Trail = readonly (Vec & { readonly atMs: number })[]

type State =
  | { readonly at: 'idle' }
  | { readonly at: 'shining'; readonly trail: Trail }
  | { readonly at: 'fading'; readonly trail: Trail }

/** A laser pointer: its trail is visible to all users and fades after a second. Nothing is stored. */
export const laser = defineTool<State>({
  id: 'laser',
  keys: ['K'],
  icon: 'wand',
  toolbar: { group: 'show' },
  cursor: 'crosshair',
  needs: 'look',
  inks: true,
  initial: { at: 'idle' },
  handFree: ['fading'],
  states: {
    idle: {
      pointerDown(e, t) {
        t.laser(true)
        return { at: 'shining', trail: [{ ...e.point, atMs: t.nowMs }] }
      },
    },
    shining: {
      pointerMove: (e, t, s) => ({
        at: 'shining',
        trail: [...s.trail, ...e.path.map(({ x, y }) => ({ x, y, atMs: t.nowMs }))],
      }),
      pointerUp(_e, t, s) {
        t.laser(false)
        return { at: 'fading', trail: s.trail }
      },
      frame(e, t, s) {
        const trail = fresh(s.trail, e.nowMs)
        t.overlay({ trail })
        return { at: 'shining', trail }
      },
    },
    fading: {
      pointerDown(e, t, s) {
        t.laser(true)
        return { at: 'shining', trail: [...s.trail, { ...e.point, atMs: t.nowMs }] }
      },
      frame(e, t, s) {
        const trail = fresh(s.trail, e.nowMs)
        t.overlay(trail.length > 0 ? { trail } : null)
        return trail.length > 0 ? { at: 'fading', trail } : undefined
      },
    },
  },
  leave: (t) => t.laser(false),
})

function fresh(trail: Trail, nowMs: number): Trail {
  return trail.filter((point) => nowMs - point.atMs < trailMs)
}
