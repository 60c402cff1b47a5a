import { expect, onTestFinished, test, vi } from 'vitest'
import { createMeasure } from './measure.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { announceUncovered, watchUncovered } from '../text/uncovered.ts'
import { watchFonts } from './watch-fonts.ts'

const settle = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve))

function load(family: string): void {
  const fontfaces = [new FontFace(family, 'url(none.woff2)')]
  document.fonts.dispatchEvent(new FontFaceSetLoadEvent('loadingdone', { fontfaces }))
}

function watch() {
  const clock = createFakeClock()
  const { measure, isUsed } = createMeasure()
  const onLoaded = vi.fn()
  onTestFinished(watchFonts({ clock, isUsed, onLoaded }))
  return { clock, measure, onLoaded }
}

test('texts are drawn again for the fonts that they have, and for those that stand in, and for no others', async () => {
  const { measure, onLoaded } = watch()
  load('Inter')
  await settle()
  expect(onLoaded).not.toHaveBeenCalled()
  load('Noto Sans JP Variable')
  await settle()
  expect(onLoaded).toHaveBeenCalledOnce()
  onLoaded.mockClear()
  measure({ text: 'Words', font: 'sans', size: 16, bold: false, italic: false })
  load('Source Serif 4')
  await settle()
  expect(onLoaded).not.toHaveBeenCalled()
  for (const name of ['Inter', 'Noto Sans Thai', 'Noto Sans SC Variable']) {
    onLoaded.mockClear()
    load(name)
    await settle()
    expect(onLoaded, name).toHaveBeenCalledOnce()
  }
  measure({ text: 'Words', font: 'serif', size: 16, bold: true, italic: false })
  onLoaded.mockClear()
  load('Source Serif 4')
  await settle()
  expect(onLoaded).toHaveBeenCalledOnce()
})

test('fonts for other characters of the same texts are awaited, but not for long', async () => {
  const { clock, measure, onLoaded } = watch()
  measure({ text: 'Words', font: 'sans', size: 16, bold: false, italic: false })
  let arrive = (): void => undefined
  watchUncovered(() => new Promise((resolve) => (arrive = resolve)))
  onTestFinished(() => watchUncovered(async () => undefined))
  announceUncovered('日本')
  load('Noto Sans Arabic')
  await settle()
  expect(onLoaded).not.toHaveBeenCalled()
  arrive()
  await settle()
  expect(onLoaded).toHaveBeenCalledOnce()

  announceUncovered('語')
  load('Noto Sans Hebrew')
  await settle()
  expect(onLoaded).toHaveBeenCalledOnce()
  clock.tick(1_000)
  expect(onLoaded).toHaveBeenCalledTimes(2)
  arrive()
  await settle()
  expect(onLoaded).toHaveBeenCalledTimes(2)
})
