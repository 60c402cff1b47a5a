import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getControl } from '../desktop-package/linux-files.ts'
import { type PackageParts, writeScripts, writeTree } from '../desktop-package/linux-tree.ts'
import { packageScript, root, run, runNode } from '../run.ts'

// "npm run desktop:package": the desktop app for Linux, as a Debian package and as an archive, in packages/desktop/dist/.

const architectures: Readonly<Partial<Record<NodeJS.Architecture, string>>> = { x64: 'amd64', arm64: 'arm64' }

const folder = join(root, 'packages/desktop')
const output = join(folder, 'dist')
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }

async function runOrFail(command: string, args: readonly string[]): Promise<void> {
  const { code } = await run(command, args)
  if (code !== 0) throw new Error(`${command} failed`)
}

/** Watches the push-to-talk key in other programs; its library is under the LGPL, so that its text goes along. */
const keyHook = ['uiohook-napi', 'node-gyp-build'].map((name) => join(root, 'node_modules', name))
const keyHookLicenses = ['LGPL-3', 'GPL-3'].map((name) => `/usr/share/common-licenses/${name}`)

function findKeyHook(): Pick<PackageParts, 'modules' | 'moduleLicenses'> {
  const missing = [...keyHook, ...keyHookLicenses].find((path) => !existsSync(path))
  if (missing === undefined) return { modules: keyHook, moduleLicenses: keyHookLicenses }
  process.stderr.write(`Packed without push-to-talk in other programs: there is no ${missing}\n`)
  return { modules: [], moduleLicenses: [] }
}

function getKiB(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const bytes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1024)
}

async function packDebian(parts: PackageParts, scratch: string): Promise<string> {
  const architecture = architectures[process.arch]
  if (architecture === undefined) throw new Error(`No packages are made for ${process.arch}`)
  const tree = join(scratch, 'deb')
  writeTree(join(tree, 'usr'), parts, 'tavla')
  mkdirSync(join(tree, 'DEBIAN'))
  const control = getControl({ version, architecture, installedKiB: getKiB(tree) })
  writeFileSync(join(tree, 'DEBIAN/control'), control)
  const file = join(output, `tavla_${version}_${architecture}.deb`)
  await runOrFail('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, file])
  return file
}

async function packArchive(parts: PackageParts, scratch: string): Promise<string> {
  const name = `tavla-${version}-linux-${process.arch}`
  writeTree(join(scratch, name), parts, 'tavla')
  writeScripts(join(scratch, name))
  const file = join(output, `${name}.tar.gz`)
  await runOrFail('tar', ['--owner=0', '--group=0', '-C', scratch, '-czf', file, name])
  return file
}

async function main(): Promise<number> {
  if (process.platform !== 'linux') {
    process.stderr.write('Packages are made on Linux only; see docs/desktop-packages.md.\n')
    return 2
  }
  rmSync(output, { recursive: true, force: true })
  const { code } = await runNode([packageScript('vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: folder,
  })
  if (code !== 0) return code
  const scratch = mkdtempSync(join(tmpdir(), 'tavla-package-'))
  try {
    const bundle = join(scratch, 'bundle')
    cpSync(output, bundle, { recursive: true })
    const parts: PackageParts = {
      node: process.execPath,
      nodeLicense: packageScript(`node-linux-${process.arch}/LICENSE`),
      bundle,
      license: join(root, 'LICENSE'),
      icons: join(root, 'packages/web/public/icons'),
      ...findKeyHook(),
    }
    for (const pack of [packDebian, packArchive]) process.stdout.write(`${await pack(parts, scratch)}\n`)
    return 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

process.exitCode = await main()
