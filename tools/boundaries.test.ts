import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureNode, packageScript, root } from './run.ts'

interface Violation {
  readonly rule: { readonly name: string }
  readonly from: string
  readonly to: string
}

interface Cruise {
  readonly summary: { readonly violations: readonly Violation[]; readonly totalCruised: number }
}

/** One import that a rule forbids: the rule, who imports, what. */
type ViolationCase = readonly [rule: string, from: string, to: string]

const canvas = (path: string) => `packages/canvas/src/${path}.ts`
const server = (path: string) => `packages/server/src/${path}.ts`
const web = (path: string) => `packages/web/src/${path}.ts`
const desktop = (path: string) => `packages/desktop/src/${path}.ts`
const outside = (name: string) => `node_modules/${name}/index.js`

const violations: readonly ViolationCase[] = [
  ['contract-is-a-leaf', 'packages/contract/src/a.ts', canvas('model')],
  ['locales-is-a-leaf', 'packages/locales/src/a.ts', 'packages/contract/src/index.ts'],
  ['canvas-is-a-leaf', canvas('geometry/a'), 'packages/contract/src/index.ts'],
  ['server-sees-contract-and-pure-canvas', server('http/a'), canvas('index')],
  ['server-sees-contract-and-pure-canvas', server('http/b'), canvas('document/a')],
  ['server-sees-contract-and-pure-canvas', server('http/c'), web('state/a')],
  ['server-sees-contract-and-pure-canvas', server('http/g'), canvas('testing')],
  ['server-tests-see-canvas-testing-too', server('http/a.test'), canvas('document/a')],
  ['web-sees-contract-and-canvas', web('state/b'), server('config')],
  ['web-sees-contract-and-canvas', web('state/c'), canvas('document/a')],
  ['desktop-sees-contract', 'packages/desktop/src/core/a.ts', web('state/a')],
  ['desktop-core-sees-only-what-is-below', desktop('core/b'), desktop('system/a')],
  ['desktop-system-sees-only-what-is-below', desktop('system/b'), desktop('chromium/a')],
  ['desktop-chromium-sees-only-what-is-below', desktop('chromium/b'), desktop('electron/a')],
  ['desktop-electron-sees-only-what-is-below', desktop('electron/b'), desktop('chromium/a')],
  ['desktop-knows-its-place-importing', desktop('misc/a'), desktop('core/c')],
  ['desktop-knows-its-place-imported', desktop('main'), desktop('misc/b')],
  ['tools-and-e2e-see-contract', 'e2e/a.spec.ts', server('config')],
  ['tools-and-e2e-see-contract', 'tools/commands/seed.ts', web('state/a')],

  ['contract-outside', 'packages/contract/src/b.ts', outside('react')],
  ['locales-outside', 'packages/locales/src/b.ts', outside('react')],
  ['canvas-outside', canvas('editor/a'), outside('react')],
  ['canvas-outside', canvas('editor/b'), outside('prosemirror-view')],
  ['canvas-host-outside', canvas('host/a'), outside('react')],
  ['canvas-outside', canvas('export/b'), outside('pdfkit')],
  ['canvas-pdf-outside', canvas('export/pdf/a'), outside('react')],
  ['web-ui-outside', web('ui/a'), outside('i18next')],
  ['web-ui-knows-no-product', web('ui/b'), 'packages/contract/src/index.ts'],
  ['server-framework-stays-in-http', server('features/members/a'), outside('fastify')],
  ['server-framework-stays-in-http', server('db/a'), outside('ws')],

  ['canvas-geometry-sees-only-what-is-below', canvas('geometry/b'), canvas('document/a')],
  ['canvas-document-sees-only-what-is-below', canvas('document/b'), canvas('replica/a')],
  ['canvas-text-sees-only-what-is-below', canvas('text/a'), canvas('pen')],
  ['canvas-pen-sees-only-what-is-below', canvas('pen'), canvas('shape')],
  ['canvas-replica-sees-only-what-is-below', canvas('replica/b'), canvas('shape')],
  ['canvas-shape-sees-only-what-is-below', canvas('shape'), canvas('replica/a')],
  ['canvas-shapes-sees-only-what-is-below', canvas('shapes/rect/index'), canvas('editor/c')],
  ['canvas-bindings-sees-only-what-is-below', canvas('bindings/a'), canvas('shapes/rect/schema')],
  ['canvas-editor-sees-only-what-is-below', canvas('editor/d'), canvas('tools/hand')],
  ['canvas-editor-sees-only-what-is-below', canvas('editor/e'), canvas('shapes/rect/schema')],
  ['canvas-board-sees-only-what-is-below', canvas('board'), canvas('create-board')],
  ['canvas-tool-sees-only-what-is-below', canvas('tool/a'), canvas('tools/hand')],
  ['canvas-tools-sees-only-what-is-below', canvas('tools/rect'), canvas('render/a')],
  ['canvas-recent-cache-sees-only-what-is-below', canvas('recent-cache'), canvas('geometry/c')],
  ['canvas-people-sees-only-what-is-below', canvas('people'), canvas('geometry/c')],
  ['canvas-no-eval-sees-only-what-is-below', canvas('no-eval'), canvas('geometry/c')],
  ['canvas-history-sees-only-what-is-below', canvas('history/a'), canvas('editor/c')],
  ['canvas-define-command-sees-only-what-is-below', canvas('define-command'), canvas('commands/undo')],
  ['canvas-commands-sees-only-what-is-below', canvas('commands/align'), canvas('tools/hand')],
  ['canvas-render-sees-only-what-is-below', canvas('render/b'), canvas('export/a')],
  ['canvas-export-sees-only-what-is-below', canvas('export/b'), canvas('host/b')],
  ['canvas-import-sees-only-what-is-below', canvas('import/a'), canvas('editor/c')],
  ['canvas-host-sees-only-what-is-below', canvas('host/c'), canvas('render/a')],
  ['canvas-knows-its-place-importing', canvas('misc/a'), canvas('geometry/c')],
  ['canvas-knows-its-place-imported', canvas('index'), canvas('misc/b')],
  ['canvas-shapes-do-not-see-each-other', canvas('shapes/rect/render'), canvas('shapes/sticky/schema')],
  ['canvas-shapes-shared-knows-no-shape', canvas('shapes/shared/label'), canvas('shapes/rect/schema')],
  ['canvas-tools-do-not-see-each-other', canvas('tools/select/move'), canvas('tools/hand')],

  ['server-config-sees-only-what-is-below', server('config'), server('log')],
  ['server-ports-sees-only-what-is-below', server('ports/mail/port'), server('context')],
  ['server-log-sees-only-what-is-below', server('log'), server('db/b')],
  ['server-figures-sees-only-what-is-below', server('figures'), server('db/b')],
  ['server-metrics-sees-only-what-is-below', server('metrics'), server('db/b')],
  ['server-common-passwords-sees-only-what-is-below', server('common-passwords'), server('ports/clock/port')],
  ['server-passwords-sees-only-what-is-below', server('passwords'), server('db/b')],
  ['server-refusals-sees-only-what-is-below', server('refusals'), server('db/b')],
  ['server-secrets-sees-only-what-is-below', server('secrets'), server('db/b')],
  ['server-stack-traces-sees-only-what-is-below', server('stack-traces/a'), server('log')],
  ['server-db-sees-only-what-is-below', server('db/c'), server('features/members/index')],
  ['server-drawing-sees-only-what-is-below', server('drawing/c'), server('db/database')],
  ['server-context-sees-only-what-is-below', server('context'), server('http/d')],
  ['server-features-sees-only-what-is-below', server('features/members/handlers'), server('realtime/a')],
  ['server-http-sees-only-what-is-below', server('http/e'), server('realtime/a')],
  ['server-realtime-sees-only-what-is-below', server('realtime/b'), server('http/d')],
  ['server-rate-limits-sees-only-what-is-below', server('rate-limits/a'), server('context')],
  ['server-backup-sees-only-what-is-below', server('backup/a'), server('context')],
  ['server-jobs-sees-only-what-is-below', server('jobs/a'), server('main')],
  ['server-knows-its-place-importing', server('misc/a'), server('db/b')],
  ['server-knows-its-place-imported', server('main'), server('misc/b')],
  ['server-feature-by-its-index', server('features/members/b'), server('features/billing/rows')],
  ['server-rows-and-policy-are-below', server('features/members/rows'), server('features/members/jobs')],
  ['server-features-list-is-above-features', server('features/members/c'), server('features')],

  ['web-platform-sees-only-what-is-below', web('platform/a'), web('state/a')],
  ['web-ui-sees-only-what-is-below', web('ui/c'), web('platform/b')],
  ['web-state-sees-only-what-is-below', web('state/d'), web('features/members/index')],
  ['web-features-sees-only-what-is-below', web('features/members/a'), web('screens/login/a')],
  ['web-screens-sees-only-what-is-below', web('screens/login/b'), web('router')],
  ['web-gallery-sees-only-what-is-below', web('gallery/a'), web('screens/login/a')],
  ['web-knows-its-place-importing', web('misc/a'), web('platform/b')],
  ['web-knows-its-place-imported', web('main'), web('misc/b')],
  ['web-feature-by-its-index', web('features/members/b'), web('features/billing/panel')],
  ['web-screens-do-not-see-each-other', web('screens/login/c'), web('screens/dashboard/a')],

  ['canvas-document-model-sees-only-folders-below', canvas('document/model/z'), canvas('document/apply/y')],
  ['canvas-document-text-sees-only-folders-below', canvas('document/text/z'), canvas('document/state/y')],
  ['canvas-document-kinds-sees-only-folders-below', canvas('document/kinds/z'), canvas('document/rules/y')],
  ['canvas-document-state-sees-only-folders-below', canvas('document/state/z'), canvas('document/apply/y')],
  ['canvas-document-rules-sees-only-folders-below', canvas('document/rules/z'), canvas('document/codec/y')],
  ['canvas-document-codec-sees-only-folders-below', canvas('document/codec/z'), canvas('document/apply/y')],
  ['canvas-document-apply-sees-only-folders-below', canvas('document/apply/z'), canvas('document/codec/y')],

  ['canvas-editor-view-sees-only-folders-below', canvas('editor/view/z'), canvas('editor/input/y')],
  ['canvas-editor-changes-sees-only-folders-below', canvas('editor/changes/z'), canvas('editor/actions/y')],
  ['canvas-editor-actions-sees-only-folders-below', canvas('editor/actions/z'), canvas('editor/input/y')],
  ['canvas-editor-find-sees-only-folders-below', canvas('editor/find/z'), canvas('editor/input/y')],
  ['canvas-editor-reading-sees-only-folders-below', canvas('editor/reading/z'), canvas('editor/input/y')],
  ['canvas-editor-input-sees-only-folders-below', canvas('editor/input/z'), canvas('editor/find/y')],

  ['canvas-render-pens-sees-only-folders-below', canvas('render/pens/z'), canvas('render/raster/y')],
  [
    'canvas-render-animation-sees-only-folders-below',
    canvas('render/animation/z'),
    canvas('render/overlay/y'),
  ],
  ['canvas-render-overlay-sees-only-folders-below', canvas('render/overlay/z'), canvas('render/raster/y')],
  ['canvas-render-raster-sees-only-folders-below', canvas('render/raster/z'), canvas('render/tiles/y')],
  ['canvas-render-tiles-sees-only-folders-below', canvas('render/tiles/z'), canvas('render/overlay/y')],
  ['canvas-render-images-sees-only-folders-below', canvas('render/images/z'), canvas('render/tiles/y')],

  ['canvas-replica-undo-sees-only-folders-below', canvas('replica/undo/z'), canvas('replica/sending/y')],

  ['server-realtime-socket-sees-only-folders-below', server('realtime/socket/z'), server('realtime/room/y')],
  [
    'server-realtime-journal-sees-only-folders-below',
    server('realtime/journal/z'),
    server('realtime/checkpoints/y'),
  ],
  ['server-realtime-edits-sees-only-folders-below', server('realtime/edits/z'), server('realtime/room/y')],
  [
    'server-realtime-checkpoints-sees-only-folders-below',
    server('realtime/checkpoints/z'),
    server('realtime/history/y'),
  ],
  [
    'server-realtime-history-sees-only-folders-below',
    server('realtime/history/z'),
    server('realtime/erasure/y'),
  ],
  [
    'server-realtime-erasure-sees-only-folders-below',
    server('realtime/erasure/z'),
    server('realtime/room/y'),
  ],
  ['server-realtime-nodes-sees-only-folders-below', server('realtime/nodes/z'), server('realtime/room/y')],
  ['server-realtime-room-sees-only-folders-below', server('realtime/room/z'), server('realtime/erasure/y')],

  ['web-platform-dom-sees-only-folders-below', web('platform/dom/z'), web('platform/network/y')],
  ['web-platform-desktop-sees-only-folders-below', web('platform/desktop/z'), web('platform/network/y')],
  ['web-platform-navigation-sees-only-folders-below', web('platform/navigation/z'), web('platform/dom/y')],
  ['web-platform-answers-sees-only-folders-below', web('platform/answers/z'), web('platform/network/y')],
  ['web-platform-network-sees-only-folders-below', web('platform/network/z'), web('platform/offline/y')],
  ['web-platform-chunks-sees-only-folders-below', web('platform/chunks/z'), web('platform/offline/y')],
  ['web-platform-offline-sees-only-folders-below', web('platform/offline/z'), web('platform/voice/y')],
  ['web-platform-voice-sees-only-folders-below', web('platform/voice/z'), web('platform/offline/y')],
  ['web-platform-worker-sees-only-folders-below', web('platform/worker/z'), web('platform/dom/y')],

  ['sub-folders-know-their-place', canvas('editor/view/x'), canvas('editor/misc/a')],

  ['no-cycles', canvas('geometry/d'), canvas('geometry/e')],
  ['no-unresolvable', web('state/e'), web('state/does-not-exist')],
  ['no-undeclared-dependency', server('db/d'), outside('lucky')],
  ['no-tests-in-the-product', web('state/f'), web('state/g.test')],
]

/** Imports that every rule must let pass; they show that the rules do not simply forbid everything. */
const allowed: readonly (readonly [from: string, to: string])[] = [
  [server('http/f'), 'packages/contract/src/index.ts'],
  [server('http/h'), 'packages/locales/src/index.ts'],
  [server('realtime/c'), canvas('model')],
  [server('realtime/d.test'), canvas('testing')],
  [server('realtime/room/b'), server('realtime/socket/b')],
  [canvas('document/apply/b'), canvas('document/model/b')],
  [web('platform/offline/b'), web('platform/network/b')],
  [server('features/members/d'), server('features/billing/index')],
  [web('features/members/c'), canvas('index')],
  [canvas('editor/f'), canvas('geometry/c')],
  [canvas('shapes/rect/geometry'), canvas('shapes/shared/stroke')],
  [canvas('tools/select/resize'), canvas('tools/select/handles')],
  [canvas('tools/index'), canvas('tools/select/resize')],
  [canvas('create-board'), canvas('tools/index')],
  [canvas('host/d'), outside('prosemirror-view')],
  [canvas('document/c.test'), canvas('shapes/rect/schema')],
  ['e2e/b.spec.ts', 'packages/contract/src/index.ts'],
]

const installed = ['react', 'i18next', 'fastify', 'ws', 'lucky', 'prosemirror-view', 'pdfkit', 'zod']
let tree = ''
let seen: Cruise

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'tavla-canary-'))
  writeTree()
  seen = await cruise(tree)
}, 60_000)

afterAll(() => rmSync(tree, { recursive: true, force: true }))

test.each(violations)('%s: %s may not import %s', (rule, from, to) => {
  const reported = seen.summary.violations
    .filter((violation) => violation.from === from)
    .map((violation) => violation.rule.name)
  expect(reported, `importing ${to}`).toContain(rule)
})

test('every rule has a violation here', () => {
  const { forbidden } = createRequire(import.meta.url)('../boundaries.cjs') as {
    forbidden: { name: string }[]
  }
  expect([...new Set(violations.map(([rule]) => rule))].sort()).toEqual(
    forbidden.map((rule) => rule.name).sort(),
  )
})

test.each(allowed)('%s may import %s', (from) => {
  expect(seen.summary.violations.filter((violation) => violation.from === from)).toEqual([])
})

test('the real tree is analysed, imports included', async () => {
  const real = await cruise(root)
  expect(real.summary.totalCruised).toBeGreaterThan(500)
}, 60_000)

async function cruise(folder: string): Promise<Cruise> {
  const script = packageScript('dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, 'boundaries.cjs')
  const { output } = await captureNode(
    [script, '--config', config, '--output-type', 'json', 'packages', 'e2e', 'tools'],
    {
      cwd: folder,
    },
  )
  return JSON.parse(output) as Cruise
}

function writeTree() {
  const manifest = { name: 'tiny', type: 'module', private: true }
  const declared = installed.filter((name) => name !== 'lucky')
  const dependencies = Object.fromEntries(declared.map((name) => [name, '1.0.0']))
  write('package.json', JSON.stringify(manifest))
  for (const name of ['contract', 'locales', 'canvas', 'server', 'web', 'desktop']) {
    write(
      `packages/${name}/package.json`,
      JSON.stringify({ ...manifest, name: `@tavla/${name}`, dependencies }),
    )
  }
  for (const name of installed) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(outside(name), 'export const nothing = 0\n')
  }
  // TypeScript must be found from the tree, or nothing of it would be understood.
  symlinkSync(join(root, 'node_modules/typescript'), join(tree, 'node_modules/typescript'))
  const imports = new Map<string, string[]>()
  const edge = (from: string, to: string) => {
    imports.set(from, [...(imports.get(from) ?? []), specifier(from, to)])
    if (!imports.has(to)) imports.set(to, [])
  }
  for (const [, from, to] of violations) edge(from, to)
  for (const [from, to] of allowed) edge(from, to)
  edge(canvas('geometry/e'), canvas('geometry/d'))
  imports.delete(web('state/does-not-exist'))
  for (const [path, targets] of imports) {
    if (path.startsWith('node_modules/')) continue
    // Type-only imports: cycles and layers count them as well.
    const lines = targets.map((target, index) => `import type * as n${index} from '${target}'\n`)
    write(path, `${lines.join('')}export const nothing = 0\n`)
  }
}

function specifier(from: string, to: string): string {
  if (to.startsWith('node_modules/')) return dirname(to).slice('node_modules/'.length)
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function write(path: string, text: string) {
  mkdirSync(join(tree, dirname(path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}
