/**
 * Draws the sample files of `e2e/fixtures` by the programs that wrote them, as pictures for the import tests.
 *   BENCH_APP=references npx vite build && node draw-references.ts [--drawio <folder with viewer-static.min.js>] [--only <part of a name>]
 * draw.io is no package: without its folder, its pictures stay as they are.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { serve } from './src/static-server.ts'

const here = import.meta.dirname
const fixtures = join(here, '../../e2e/fixtures')
const pictures = join(fixtures, 'pictures')
/** Pixels of the longer side. */
const longestSide = 480
const { values } = parseArgs({
  options: { drawio: { type: 'string' }, only: { type: 'string', default: '' } },
})

/** A PNG as data URL, cut to what differs from white and made smaller, as WebP in base64. */
async function shrink(page: Page, url: string): Promise<string> {
  return await page.evaluate(
    async ({ source, longest }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const full = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = full.getContext('2d')!
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, full.width, full.height)
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, full.width, full.height)
      let [left, top, right, bottom] = [full.width, full.height, 0, 0]
      for (let i = 0; i < data.length; i += 4) {
        if (Math.min(data[i]!, data[i + 1]!, data[i + 2]!) > 231) continue
        const [x, y] = [(i / 4) % full.width, Math.floor(i / 4 / full.width)]
        ;[left, top] = [Math.min(left, x), Math.min(top, y)]
        ;[right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)]
      }
      const [w, h] = [right - left, bottom - top]
      const scale = Math.min(1, longest / Math.max(w, h))
      const size = [Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale))] as const
      const small = new OffscreenCanvas(...size)
      const drawn = small.getContext('2d')!
      drawn.imageSmoothingQuality = 'high'
      drawn.drawImage(full, left, top, w, h, 0, 0, ...size)
      const blob = await small.convertToBlob({ type: 'image/webp', quality: 0.85 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(String.fromCharCode(...bytes))
    },
    { source: url, longest: longestSide },
  )
}

const toUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

/** Each page of a draw.io file, drawn by its viewer. */
async function drawDrawio(page: Page, text: string, folder: string): Promise<readonly string[]> {
  const count = Math.max(1, text.split('<diagram').length - 1)
  const urls: string[] = []
  for (let i = 0; i < count; i++) {
    await page.setContent('<body style="margin:0;background:#fff"><div id="viewer"></div></body>')
    await page.addScriptTag({ path: join(folder, 'viewer-static.min.js') })
    await page.evaluate(
      ({ xml, number }) =>
        new Promise<void>((resolve) => {
          const element = document.getElementById('viewer')!
          const options = { xml, page: number, nav: false, resize: true, toolbar: '', border: 10 }
          element.dataset['mxgraph'] = JSON.stringify({ ...options, 'allow-zoom-in': true })
          const { GraphViewer } = window as unknown as {
            GraphViewer: { createViewerForElement(target: Element, done: () => void): void }
          }
          GraphViewer.createViewerForElement(element, () => setTimeout(resolve, 300))
        }),
      { xml: text, number: i },
    )
    urls.push(toUrl(await page.locator('#viewer svg').first().screenshot()))
  }
  return urls
}

/** An SVG as the browser shows it on a page, at twice its size. */
async function drawSvg(page: Page, text: string): Promise<string> {
  const source = `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
  await page.setContent(`<body style="margin:0;background:#fff"><img id="svg" src="${source}"></body>`)
  await page.locator('#svg').evaluate((image: HTMLImageElement) => image.decode())
  return toUrl(await page.locator('#svg').screenshot())
}

const listFiles = (folder = ''): readonly string[] =>
  readdirSync(join(fixtures, folder)).flatMap((name) => {
    const path = join(folder, name)
    if (path === 'pictures') return []
    return statSync(join(fixtures, path)).isDirectory() ? listFiles(path) : [path]
  })

const build = join(here, 'build/references')
const server = await serve([build, join(here, 'node_modules/@excalidraw/excalidraw/dist/prod')])
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({ deviceScaleFactor: 2, viewport: { width: 1280, height: 800 } })
await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort())
const programs = await context.newPage()
await programs.goto(server.url)
await programs.waitForSelector('body[data-ready]', { state: 'attached' })
const blank = await context.newPage()

async function draw(path: string, text: string): Promise<readonly string[]> {
  const ending = extname(path).slice(1)
  if (ending === 'drawio' || ending === 'xml')
    return values.drawio === undefined ? [] : await drawDrawio(blank, text, values.drawio)
  if (ending === 'svg') return [await drawSvg(blank, text)]
  if (ending !== 'excalidraw' && ending !== 'excalidrawlib' && ending !== 'tldr') return []
  return await programs.evaluate(([kind, content]) => window.drawFile(kind, content), [ending, text] as const)
}

for (const path of listFiles().filter((name) => name.includes(values.only))) {
  try {
    const urls = await draw(path, readFileSync(join(fixtures, path), 'utf8'))
    for (const [i, url] of urls.entries()) {
      const target = join(pictures, `${path}.${i + 1}.webp`)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, Buffer.from(await shrink(blank, url), 'base64'))
    }
    process.stdout.write(`${path}: ${urls.length}\n`)
  } catch (error) {
    process.stdout.write(`${path}: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
await browser.close()
server.close()
