import { describe, expect, it } from 'vitest'
import { drawByHand, handDrawnReach } from './hand-drawn.ts'
import { createPolyline, getPathBounds, PathBuilder, replayPath, type Path } from './path.ts'
import { containsBox, inflate } from './box.ts'

const square = createPolyline(
  [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
    { x: 0, y: 100 },
  ],
  true,
)

function getArc(): Path {
  const builder = new PathBuilder()
  builder.moveTo(0, 50)
  builder.bezierCurveTo(0, 20, 20, 0, 50, 0)
  builder.quadraticCurveTo(100, 0, 100, 50)
  builder.lineTo(100, 100)
  return builder.build()
}

/** The commands by name, one character each. */
function getCommands(path: Path): string {
  let commands = ''
  replayPath(path, {
    moveTo: () => (commands += 'M'),
    lineTo: () => (commands += 'L'),
    quadraticCurveTo: () => (commands += 'Q'),
    bezierCurveTo: () => (commands += 'C'),
    closePath: () => (commands += 'Z'),
  })
  return commands
}

describe('a path drawn by hand', () => {
  it('is the same for the same seed, and another for each element', () => {
    expect(drawByHand(square, 'a', 2)).toEqual(drawByHand(square, 'a', 2))
    expect(drawByHand(square, 'a', 2)).not.toEqual(drawByHand(square, 'b', 2))
  })

  it('differs from the path in every line, and between its passes', () => {
    const { coords } = drawByHand(square, 'a', 2)
    expect(new Set(coords).size).toBe(coords.length)
  })

  it('has a line of its own for each side, and goes on at the ends of curves', () => {
    expect(getCommands(drawByHand(square, 'a', 1))).toBe('MCMCMCMC')
    expect(getCommands(drawByHand(square, 'a', 2))).toBe('MCMCMCMC'.repeat(2))
    expect(getCommands(drawByHand(getArc(), 'a', 1))).toBe('MCCC')
  })

  it.each([0.01, 3, 100, 1e6])('of size %s stays near the path', (size) => {
    const line = createPolyline(
      [
        { x: 0, y: 0 },
        { x: size, y: size / 2 },
        { x: 0, y: size },
      ],
      true,
    )
    for (let seed = 0; seed < 200; seed++) {
      const bounds = getPathBounds(drawByHand(line, `s${seed}`, 2))
      expect(containsBox(inflate({ x: 0, y: 0, w: size, h: size }, handDrawnReach), bounds)).toBe(true)
    }
  })

  it('deviates less where it is short', () => {
    const getDeviation = (size: number): number =>
      Math.max(...Array.from({ length: 50 }, (_, i) => Math.abs(drawByHand(createPolyline([{ x: 0, y: 0 }, { x: size, y: 0 }], false), `${i}`, 1).coords[1]!))) // prettier-ignore
    expect(getDeviation(5)).toBeLessThan(getDeviation(100) / 2)
  })

  it('has nothing where the path has no length', () => {
    expect(drawByHand(createPolyline([{ x: 3, y: 3 }], true), 'a', 2).commands).toHaveLength(0)
  })
})
