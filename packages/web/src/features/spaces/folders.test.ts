import { describe, expect, it } from 'vitest'
import { addFolder, moveToFolder, removeFolder, renameFolder } from './folders.ts'

const folders = [
  { id: 'work', name: 'Work', wids: ['a', 'b'] },
  { id: 'home', name: 'Home', wids: ['c'] },
]

describe('folders', () => {
  it('contain a board once: moving removes it from its previous folder', () => {
    expect(moveToFolder(folders, ['a', 'x'], 'home').map(({ wids }) => wids)).toEqual([
      ['b'],
      ['c', 'a', 'x'],
    ])
    expect(moveToFolder(folders, ['c'], 'home').map(({ wids }) => wids)).toEqual([['a', 'b'], ['c']])
  })

  it('lose a board that is moved to no folder', () => {
    expect(moveToFolder(folders, ['a', 'c'], null).map(({ wids }) => wids)).toEqual([['b'], []])
  })

  it('are added at the end with their initial boards', () => {
    expect(addFolder(folders, 'New', ['a'])).toEqual([
      { id: 'work', name: 'Work', wids: ['b'] },
      { id: 'home', name: 'Home', wids: ['c'] },
      { name: 'New', wids: ['a'] },
    ])
    expect(moveToFolder([{ name: 'New', wids: [] }], ['a'], null)).toEqual([{ name: 'New', wids: [] }])
  })

  it('are renamed and removed by id', () => {
    expect(renameFolder(folders, 'home', 'House').map(({ name }) => name)).toEqual(['Work', 'House'])
    expect(removeFolder(folders, 'work').map(({ id }) => id)).toEqual(['home'])
  })
})
