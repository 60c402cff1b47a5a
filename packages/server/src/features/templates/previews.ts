import { languages } from '@tavla/locales'
import type { App } from '../../context.ts'
import { getImage } from '../../drawing/picture.ts'
import { getBoard } from './board-of.ts'
import { findTemplate } from './templates.ts'

/** A few kilobytes each, at most one per template, language and theme. */
const previews = new WeakMap<App, Map<string, Promise<Buffer>>>()

/** A template's preview, drawn like its board on first request. Null: unknown template. */
export function templatePreview(app: App, name: string): Promise<Buffer> | null {
  const [, id = '', tag = '', theme = ''] = /^([a-z-]+)\.([a-z]+)\.(light|dark)\.webp$/.exec(name) ?? []
  const template = findTemplate(id)
  const language = languages.find(({ id: known }) => known === tag)?.id
  if (!template || !language || (theme !== 'light' && theme !== 'dark')) return null
  let mine = previews.get(app)
  if (!mine) previews.set(app, (mine = new Map()))
  const known = mine.get(name)
  if (known) return known
  const drawing = draw(app, getBoard(template, language).run, theme)
  mine.set(name, drawing)
  drawing.catch(() => mine.delete(name))
  return drawing
}

type Run = ReturnType<typeof getBoard>['run']

async function draw(app: App, run: Run, theme: 'light' | 'dark'): Promise<Buffer> {
  const svg = await app.drawings.withBoard({ seq: 0, schema: null, chunks: [] }, async (board) => {
    await board.extend([run])
    return board.draw({ theme, images: new Map(), care: 'whole' })
  })
  if (svg === null) throw new Error('A template with nothing on it')
  return getImage(svg)
}
