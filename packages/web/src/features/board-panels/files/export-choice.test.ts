import { describe, expect, test } from 'vitest'
import {
  canHoldVersions,
  getContent,
  getPart,
  getParts,
  type ExportChoice,
  type Exportable,
} from './export-choice.ts'

const available: Exportable = { selection: [], page: 'p1', pages: ['p1', 'p2'], frames: ['f1', 'f2', 'f3'] }
const choice: ExportChoice = {
  as: 'png',
  part: null,
  frame: null,
  scale: 2,
  theme: 'light',
  paper: true,
  embeds: false,
  versions: false,
}
const childIds = (id: string) => (id === 'p1' ? ['f1', 'a'] : [])
const content = (over: Partial<ExportChoice>, from = available) =>
  getContent({ ...choice, ...over }, from, childIds)

describe('offered parts', () => {
  test('are those that exist: a selection, frames, the page', () => {
    expect(getParts('png', available)).toEqual(['frames', 'page'])
    expect(getParts('png', { ...available, selection: ['a'] })).toEqual(['selection', 'frames', 'page'])
    expect(getParts('svg', { ...available, frames: [] })).toEqual(['page'])
    expect(getParts('json', available)).toEqual(['board'])
    expect(getParts('tavla', { ...available, selection: ['a'] })).toEqual(['selection', 'board'])
  })
})

describe('the default part', () => {
  test('is the selection, else the frames for a PDF, else everything', () => {
    expect(getPart({ ...choice, as: 'pdf' }, { ...available, selection: ['a'] })).toBe('selection')
    expect(getPart({ ...choice, as: 'pdf' }, available)).toBe('frames')
    expect(getPart({ ...choice, as: 'pdf' }, { ...available, frames: [] })).toBe('page')
    expect(getPart(choice, available)).toBe('page')
    expect(getPart({ ...choice, as: 'json' }, available)).toBe('board')
  })

  test('replaces a choice that no longer exists', () => {
    expect(getPart({ ...choice, part: 'selection' }, available)).toBe('page')
    expect(getPart({ ...choice, as: 'json', part: 'frames' }, available)).toBe('board')
  })
})

test('only a package of the whole board can hold named versions', () => {
  const selected = { ...available, selection: ['a'] }
  expect(canHoldVersions({ ...choice, as: 'tavla' }, available)).toBe(true)
  expect(canHoldVersions({ ...choice, as: 'json' }, available)).toBe(false)
  expect(canHoldVersions({ ...choice, as: 'tavla' }, selected)).toBe(false)
  expect(canHoldVersions({ ...choice, as: 'tavla', part: 'board' }, selected)).toBe(true)
})

describe('the exported content', () => {
  test('is the page, or all pages', () => {
    expect(content({})).toEqual({ ids: ['f1', 'a'], framed: false })
    expect(content({ as: 'json' })).toEqual({ ids: ['p1', 'p2'], framed: false })
  })

  test('is every frame for a PDF, and the chosen frame for an image', () => {
    expect(content({ as: 'pdf', part: 'frames' })).toEqual({ ids: ['f1', 'f2', 'f3'], framed: true })
    expect(content({ part: 'frames', frame: 'f2' })).toEqual({ ids: ['f2'], framed: true })
    expect(content({ part: 'frames', frame: 'gone' })).toEqual({ ids: ['f1'], framed: true })
  })

  test('is one PDF page per selected frame, in the order of the board', () => {
    const frames = { ...available, selection: ['f3', 'f1'] }
    expect(content({ as: 'pdf' }, frames)).toEqual({ ids: ['f1', 'f3'], framed: true })
    expect(content({ as: 'png' }, frames)).toEqual({ ids: ['f3', 'f1'], framed: false })
    const mixed = { ...available, selection: ['f1', 'a'] }
    expect(content({ as: 'pdf' }, mixed)).toEqual({ ids: ['f1', 'a'], framed: false })
  })
})
