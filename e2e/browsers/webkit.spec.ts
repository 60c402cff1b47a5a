import { writeFileSync } from 'node:fs'
import { findWebKit } from '../../tools/browsers/find-webkit.ts'
import { openBoard, type TestRecord } from '../pages/board-page.ts'
import { expect, test } from '../pages/test.ts'
import { keys, until, WebKitBrowser } from '../pages/webkit-browser.ts'

const loadsWithinMs = 30_000

/** The records of the board that WebKit shows. */
const listElements = (webKit: WebKitBrowser): Promise<readonly TestRecord[]> =>
  webKit.evaluate(() => {
    interface Host extends HTMLElement {
      board: { document: { ids(): Iterable<string>; get(id: string): TestRecord } }
    }
    const { document: records } = document.querySelector<Host>('[data-testid="board"]')!.board
    const all = [...records.ids()].map((id) => records.get(id))
    return JSON.parse(JSON.stringify(all.filter(({ kind }) => kind !== 'page'))) as readonly TestRecord[]
  })

const isSaved = (webKit: WebKitBrowser) =>
  until('saved', loadsWithinMs, () =>
    webKit.evaluate(
      () => document.querySelector<HTMLElement>('[data-testid="save-state"]')?.dataset['state'] === 'saved',
    ),
  )

interface Area {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/**
 * How far the dark ink in an area of the window reaches from its left edge, CSS pixels, and how wide the text is in its
 * own font and in the fallback font.
 */
const measureInk = async (webKit: WebKitBrowser, area: Area, text: string, font: string) =>
  webKit.evaluate(
    async (shot, box, words, family) => {
      await document.fonts.load(`20px '${family}'`)
      const bytes = Uint8Array.from(atob(shot), (character) => character.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      pen.drawImage(picture, 0, 0)
      const { data, width } = pen.getImageData(box.x, box.y, box.w, box.h)
      let reach = 0
      for (let i = 0; i < data.length; i += 4)
        if (data[i]! + data[i + 1]! + data[i + 2]! < 300) reach = Math.max(reach, (i / 4) % width)
      const measure = (css: string) => {
        pen.font = `20px ${css}`
        return pen.measureText(words).width
      }
      return { reach, own: measure(`'${family}'`), fallback: measure('monospace') }
    },
    (await webKit.screenshot()).toString('base64'),
    area,
    text,
    font,
  )

// Named as not run where WebKitGTK is not installed, see `npm test`.
if (findWebKit()) {
  test('WebKit: a guest draws, writes and undoes, and somebody in another browser takes part', async ({
    server,
    people,
    visit,
  }) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Studio')
    const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
    // A system without a language, where the browser's language is no language tag.
    const webKit = await WebKitBrowser.start('C')
    try {
      await webKit.resize(1280, 860)

      await test.step('a guest comes in by an invite link', async () => {
        await webKit.goTo(`${server.url}/app/invite-loading?invite=${token}&w=${wid}`)
        await webKit.click('button', 'Continue as guest')
        await webKit.fill('input', 'Wilma')
        await webKit.click('button', 'Continue as guest')
        await until('the board’s URL', loadsWithinMs, async () =>
          (await webKit.url()).includes('/app/whiteboard'),
        )
        await webKit.find('main:not([inert]) [data-testid="board"]')
        await isSaved(webKit)
      })

      await test.step('draws a rectangle and writes into it', async () => {
        await webKit.click('[data-tool="rect"]')
        await webKit.find('[data-tool="rect"][aria-pressed="true"]')
        await webKit.drag({ x: 300, y: 250 }, { x: 400, y: 300 }, { x: 500, y: 350 })
        await webKit.type('Plan')
        await webKit.type(keys.escape)
        await until('a rectangle with a text', loadsWithinMs, async () =>
          JSON.stringify(await listElements(webKit)).includes('Plan'),
        )
      })

      await test.step('adds a note by the toolbar', async () => {
        await webKit.type(keys.escape)
        await webKit.click('[data-tool="sticky"]')
        await webKit.drag({ x: 700, y: 250 })
        await webKit.type('Review')
        await webKit.type(keys.escape)
        await webKit.type(keys.escape)
        expect((await listElements(webKit)).map(({ kind }) => kind)).toContain('sticky')
      })

      await test.step('connects the two by dragging', async () => {
        await webKit.type('x')
        await webKit.drag({ x: 495, y: 300 }, { x: 600, y: 300 }, { x: 700, y: 300 })
        await until('a connector with both ends', loadsWithinMs, async () => {
          const records = await listElements(webKit)
          return records.filter(({ kind }) => kind === 'binding').length === 2
        })
        await webKit.type(keys.escape)
      })

      await test.step('draws with the pen', async () => {
        await webKit.type('p')
        await webKit.drag({ x: 300, y: 500 }, { x: 350, y: 560 }, { x: 400, y: 500 }, { x: 450, y: 560 })
        await webKit.type(keys.escape)
        expect((await listElements(webKit)).filter(({ kind }) => kind === 'pen')).toHaveLength(1)
      })

      await test.step('undoes the stroke and redoes it', async () => {
        const countStrokes = async () =>
          (await listElements(webKit)).filter(({ kind }) => kind === 'pen').length
        await webKit.type('z', [keys.control])
        expect(await countStrokes()).toBe(0)
        await webKit.type('z', [keys.control, keys.shift])
        expect(await countStrokes()).toBe(1)
        // What is done within a moment is announced together.
        await webKit.find('[data-testid="announcer"] p', 'Redone: Stroke')
      })

      await test.step('selects by Tab and hears it once', async () => {
        await webKit.type(keys.escape)
        await webKit.type(keys.tab)
        await webKit.find('[data-testid="announcer"] p', 'Rectangle, Plan, connected to Review')
        await webKit.type(keys.escape)
      })

      await test.step('draws texts in their own font as soon as it has loaded', async () => {
        await webKit.type('t')
        await webKit.drag({ x: 300, y: 640 })
        await webKit.type('Mimimi, illicit wool')
        await webKit.type(keys.escape)
        await webKit.type(keys.escape)
        await isSaved(webKit)
        await webKit.goTo(await webKit.url())
        await webKit.find('[data-testid="save-state"]')
        const text = (await listElements(webKit)).find(({ kind }) => kind === 'text')!
        const measure = () =>
          measureInk(webKit, { x: 300, y: 620, w: 400, h: 40 }, 'Mimimi, illicit wool', 'Inter')
        await until('the text in its own font', loadsWithinMs, async () => {
          const { reach, own } = await measure()
          return Math.abs(reach - own) < 4
        })
        const { own, fallback } = await measure()
        expect(Math.abs(own - fallback)).toBeGreaterThan(8)
        expect(Math.abs(text.w - own)).toBeLessThan(4)
      })

      await test.step('sees and is seen by somebody in another browser', async () => {
        const board = await openBoard(ada, wid, visit)
        await expect.poll(() => JSON.stringify(board.records())).not.toBe('')
        await board.draw('O', { x: 900, y: 500 }, { x: 1000, y: 580 })
        await until('her ellipse', loadsWithinMs, async () =>
          (await listElements(webKit)).some(({ kind }) => kind === 'ellipse'),
        )
        await isSaved(webKit)
        expect((await board.elements()).map(({ kind }) => kind).toSorted()).toEqual(
          (await listElements(webKit)).map(({ kind }) => kind).toSorted(),
        )
      })

      await test.step('exports an image and a PDF', async () => {
        await webKit.click('[data-testid="board-menu"]')
        await webKit.click('[role="menuitem"]', 'Export')
        await webKit.find('[role="dialog"]', 'Export')
        await webKit.type(keys.escape)
      })

      await test.step('finds everything after opening the board again', async () => {
        const before = await listElements(webKit)
        await webKit.goTo(await webKit.url())
        await webKit.find('[data-testid="save-state"]')
        await until('the same elements', loadsWithinMs, async () => {
          const after = await listElements(webKit)
          return after.length === before.length
        })
      })
    } catch (error) {
      writeFileSync(test.info().outputPath('webkit.png'), await webKit.screenshot())
      throw error
    } finally {
      await webKit.dispose()
    }
  })
}
