import { describe, expect, it } from 'vitest'
import { createQrPath } from './qr-code.tsx'

describe('the QR code of a link', () => {
  const link = 'https://tavla.example.com/app/invite-loading?invite=l_abc&w=w1'

  it('has three finder patterns and a white margin', () => {
    const { path, size } = createQrPath(link)
    const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`))
    const lastFinder = size - 4 - 7
    for (const [left, top] of [
      [4, 4],
      [lastFinder, 4],
      [4, lastFinder],
    ] as const)
      for (let at = 0; at < 7; at++) {
        expect(dark).toContain(`${left + at},${top}`)
        expect(dark).toContain(`${left},${top + at}`)
      }
    const coordinates = [...dark].flatMap((point) => point.split(',').map(Number))
    expect(Math.min(...coordinates)).toBe(4)
    expect(Math.max(...coordinates)).toBe(size - 5)
  })

  it('differs between links', () => {
    expect(createQrPath(`${link}2`).path).not.toBe(createQrPath(link).path)
  })
})
