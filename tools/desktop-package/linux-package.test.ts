import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../run.ts'
import { writeScripts, writeTree } from './linux-tree.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tavla package-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const home = join(scratch, 'home')
const folder = join(scratch, 'tavla')
const shell = (program: string, ...args: string[]) => {
  const env = { PATH: process.env.PATH, HOME: home }
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout
}
const listFiles = () =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    // Lists that the system derives from the entries.
    .filter((path) => !/mimeinfo\.cache$|share\/mime\/(?!packages\/)/.test(path))
    .sort()

it('the archive is installed for one person and removed without a trace', () => {
  const bundle = join(scratch, 'bundle')
  mkdirSync(bundle)
  mkdirSync(home)
  const texts = "new URL('../sv/shell.json', import.meta.url)"
  writeFileSync(
    join(bundle, 'main.js'),
    `import { readFileSync } from 'node:fs'
console.log(JSON.parse(readFileSync(${texts}, 'utf8')).server.continue, ...process.argv.slice(2))`,
  )
  writeTree(
    folder,
    {
      node: '/bin/true',
      nodeLicense: join(root, 'LICENSE'),
      bundle,
      license: join(root, 'LICENSE'),
      icons: join(root, 'packages/web/public/icons'),
      modules: [],
      moduleLicenses: [],
    },
    'tavla',
  )
  writeScripts(folder)
  // In place of a copy of 120 MB.
  rmSync(join(folder, 'lib/tavla/node'))
  symlinkSync(process.execPath, join(folder, 'lib/tavla/node'))

  shell(join(folder, 'install.sh'))
  expect(listFiles()).toEqual([
    '.local/bin/tavla',
    '.local/share/applications/tavla.desktop',
    '.local/share/icons/hicolor/192x192/apps/tavla.png',
    '.local/share/icons/hicolor/512x512/apps/tavla.png',
    '.local/share/mime/packages/tavla.xml',
  ])
  const entry = readFileSync(join(home, '.local/share/applications/tavla.desktop'), 'utf8')
  expect(entry).toContain(`\nExec="${folder}/bin/tavla" %U\n`)
  expect(entry).toContain(
    '\nMimeType=x-scheme-handler/tavla;application/vnd.tavla+zip;application/vnd.excalidraw+json;\n',
  )
  expect(shell(join(home, '.local/bin/tavla'), 'tavla://open/dashboard?a=b c').trim()).toBe(
    'Fortsätt tavla://open/dashboard?a=b c',
  )
  shell(join(folder, 'uninstall.sh'))
  expect(listFiles()).toEqual([])
})
