import { describe, expect, it } from 'vitest'
import { withAdded, withMoved, withoutFolder, withRenamed } from './folders.ts'

const folders = [
  { id: 'work', name: 'Work', wids: ['a', 'b'] },
  { id: 'home', name: 'Home', wids: ['c'] },
]

describe('folders', () => {
  it('contain a board once: moving removes it from its previous folder', () => {
    expect(withMoved(folders, ['a', 'x'], 'home').map(({ wids }) => wids)).toEqual([['b'], ['c', 'a', 'x']])
    expect(withMoved(folders, ['c'], 'home').map(({ wids }) => wids)).toEqual([['a', 'b'], ['c']])
  })

  it('lose a board that is moved to no folder', () => {
    expect(withMoved(folders, ['a', 'c'], null).map(({ wids }) => wids)).toEqual([['b'], []])
  })

  it('are added at the end with their initial boards', () => {
    expect(withAdded(folders, 'New', ['a'])).toEqual([
      { id: 'work', name: 'Work', wids: ['b'] },
      { id: 'home', name: 'Home', wids: ['c'] },
      { name: 'New', wids: ['a'] },
    ])
    expect(withMoved([{ name: 'New', wids: [] }], ['a'], null)).toEqual([{ name: 'New', wids: [] }])
  })

  it('are renamed and removed by id', () => {
    expect(withRenamed(folders, 'home', 'House').map(({ name }) => name)).toEqual(['Work', 'House'])
    expect(withoutFolder(folders, 'work').map(({ id }) => id)).toEqual(['home'])
  })
})
