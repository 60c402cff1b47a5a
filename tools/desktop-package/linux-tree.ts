import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { languages } from '@tavla/locales'
import { getLocaleFile } from '@tavla/locales/files'
import {
  entryId,
  getDesktopEntry,
  installScript,
  launcher,
  mimePackage,
  uninstallScript,
} from './linux-files.ts'

/** What a package is made of. */
export interface PackageParts {
  /** The Node program that runs the app. */
  readonly node: string
  readonly nodeLicense: string
  /** Folder of the bundled shell. */
  readonly bundle: string
  readonly license: string
  /** Folder of the app's icons. */
  readonly icons: string
  /** Folders of packages with compiled parts, which the bundle loads when they are needed. */
  readonly modules: readonly string[]
  /** Texts of the licences that these are under beside their own. */
  readonly moduleLicenses: readonly string[]
}

/** Leaves out what a package has compiled for other systems. */
function isForThisSystem(path: string): boolean {
  const system = /\/prebuilds\/([^/]+)/.exec(path)?.[1]
  return system === undefined || system === `${process.platform}-${process.arch}`
}

/** Writes bin, lib and share below \`prefix\`: \`usr\` in the Debian package, the whole folder in the archive. */
export function writeTree(prefix: string, parts: PackageParts, command: string): void {
  const copy = (from: string, to: string, mode = 0o644) => {
    const target = join(prefix, to)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(from, target)
    chmodSync(target, mode)
  }
  const write = (text: string, to: string, mode = 0o644) => {
    const target = join(prefix, to)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    chmodSync(target, mode)
  }
  write(launcher, 'bin/tavla', 0o755)
  copy(parts.node, 'lib/tavla/node', 0o755)
  cpSync(parts.bundle, join(prefix, 'lib/tavla/app'), { recursive: true })
  write('{ "type": "module" }\n', 'lib/tavla/app/package.json')
  for (const folder of parts.modules) {
    const target = join(prefix, 'lib/tavla/app/node_modules', basename(folder))
    cpSync(folder, target, { recursive: true, filter: isForThisSystem })
  }
  for (const path of parts.moduleLicenses) copy(path, `share/doc/tavla/${basename(path)}`)
  // Where the bundle looks for its texts.
  for (const { id } of languages) copy(getLocaleFile(id, 'shell'), `lib/tavla/${id}/shell.json`)
  write(getDesktopEntry(command), `share/applications/${entryId}`)
  write(mimePackage, 'share/mime/packages/tavla.xml')
  for (const size of ['192', '512'])
    copy(join(parts.icons, `icon-${size}.png`), `share/icons/hicolor/${size}x${size}/apps/tavla.png`)
  copy(parts.license, 'share/doc/tavla/copyright')
  copy(parts.nodeLicense, 'share/doc/tavla/node-license.txt')
}

/** The archive's scripts, with which one person installs it without being an administrator. */
export function writeScripts(folder: string): void {
  for (const [name, text] of [
    ['install.sh', installScript],
    ['uninstall.sh', uninstallScript],
  ] as const) {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
  }
}
