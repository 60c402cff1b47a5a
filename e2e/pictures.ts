// "npm run pictures": makes the images and the animation of the README from the running product, with three people in
// three browsers. It asserts nothing.

import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { browserArguments, findBrowser } from '../tools/find-browser.ts'
import { createPeople, type Person } from './pages/people.ts'
import { startServer } from './server.ts'

const images = join(import.meta.dirname, '../docs/images')
const wide = { width: 1280, height: 800 }
const small = { width: 960, height: 600 }
const frameMs = 120

/** Boards as a team might have them: name and template. */
const boards = [
  ['Harbour festival ideas', 'brainstorm'],
  ['Sprint 14 retrospective', 'retrospective'],
  ['Roadmap', 'roadmap'],
  ['Ticket checkout', 'flowchart'],
  ['Visitor journey', 'customer-journey'],
  ['Crew', 'org-chart'],
  ['Week 48', 'weekly-planner'],
  ['Business model', 'business-model-canvas'],
] as const

async function save(page: Page, name: string): Promise<void> {
  const path = join(images, `${name}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(path)
  print(path)
}

function print(path: string): void {
  process.stdout.write(`${path}: ${Math.round(statSync(path).size / 1024)} KiB\n`)
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i += 1) {
    if (await isSo()) return
    await delay(200)
  }
  throw new Error(`waited in vain: ${what}`)
}

async function open({ page }: Person, wid: string, size = wide): Promise<Page> {
  await page.setViewportSize(size)
  await page.goto(`${server.url}/app/whiteboard?w=${wid}`)
  await page.getByTestId('save-state').waitFor()
  await page.getByTestId('board').press('Shift+1')
  return page
}

/** Moves the pointer along points, with an action after each step. */
async function go(
  page: Page,
  from: Point,
  to: Point,
  steps: number,
  each: () => Promise<void>,
): Promise<void> {
  for (let i = 1; i <= steps; i += 1) {
    const share = i / steps
    await page.mouse.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    await each()
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

mkdirSync(images, { recursive: true })
const server = await startServer({ env: { LIMITS: 'none' } })
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...browserArguments],
})
try {
  const people = createPeople(browser, server.url, () => undefined)
  const [ada, bo, cleo] = [await people.member('Ada'), await people.member('Bo'), await people.member('Cleo')]
  const wids: string[] = []
  for (const [name, template] of boards) {
    const { wid } = await ada.api.space.create({ body: { name, template } })
    for (const other of [bo, cleo]) {
      const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
      await other.api.space.acceptInvite({ body: { token } })
    }
    wids.push(wid)
  }
  const [ideas = '', retrospective = ''] = wids
  await until('covers of the boards', async () => {
    const { list } = await ada.api.space.list({ query: {} })
    return list.every(({ thumb }) => thumb !== null)
  })

  // Two people write and point; the third only views.
  const [seen, first, second] = [
    await open(ada, retrospective),
    await open(bo, retrospective),
    await open(cleo, retrospective),
  ]
  await first.getByTestId('board').press('n')
  await first.mouse.click(250, 640)
  await first.keyboard.type('Tickets sold out in an hour', { delay: 15 })
  await first.keyboard.press('Escape')
  await first.mouse.move(330, 560)
  await second.mouse.click(640, 400)
  await second.mouse.move(760, 470)
  await seen.mouse.move(1100, 760)
  await until(
    'both pointers',
    async () => (await seen.getByRole('button', { name: /^Follow / }).count()) === 2,
  )
  await delay(1_500)
  await save(seen, 'board')

  await seen.emulateMedia({ colorScheme: 'dark' })
  await seen.getByTestId('board-menu').click()
  await seen.getByRole('menuitem', { name: 'History' }).click()
  await seen.getByTestId('moment').waitFor()
  await delay(1_500)
  await save(seen, 'history')
  await seen.emulateMedia({ colorScheme: 'light' })

  // The animation: Ada's screen while Bo and Cleo work.
  const [watched, hand, other] = [
    await open(ada, ideas, small),
    await open(bo, ideas, small),
    await open(cleo, ideas, small),
  ]
  const frames: Buffer[] = []
  const shoot = async () => void frames.push(await watched.screenshot())
  await watched.mouse.move(small.width - 20, small.height - 20)
  await delay(1_000)
  await shoot()
  await hand.getByTestId('board').press('n')
  await go(hand, { x: 200, y: 500 }, { x: 300, y: 470 }, 4, shoot)
  await hand.mouse.click(300, 470)
  for (const word of ['Lanterns ', 'on ', 'the ', 'water']) {
    await hand.keyboard.type(word, { delay: 10 })
    await shoot()
  }
  await hand.keyboard.press('Escape')
  await other.getByTestId('board').press('p')
  await other.mouse.move(640, 470)
  await other.mouse.down()
  for (let i = 0; i <= 14; i += 1) {
    await other.mouse.move(640 + 70 * Math.cos(i / 2.2) + i * 3, 470 + 45 * Math.sin(i / 2.2), { steps: 3 })
    await shoot()
  }
  await other.mouse.up()
  await hand.mouse.move(300, 470)
  await hand.mouse.down()
  await go(hand, { x: 300, y: 470 }, { x: 480, y: 420 }, 8, shoot)
  await hand.mouse.up()
  for (let i = 0; i < 6; i += 1) await shoot()
  const path = join(images, 'together.webp')
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 60, effort: 6, loop: 0, delay: frames.map(() => frameMs) })
    .toFile(path)
  print(path)

  await ada.page.setViewportSize(wide)
  await ada.page.goto(`${server.url}/app/dashboard`)
  await until('covers on view', () =>
    ada.page.evaluate(
      () => document.images.length >= 8 && [...document.images].every(({ complete }) => complete),
    ),
  )
  await delay(1_000)
  await save(ada.page, 'dashboard')
} finally {
  await browser.close()
  await server.dispose()
}
