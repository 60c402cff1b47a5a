import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { describe, expect, it, test } from 'vitest'
import { getProgramPath, hasProgram, helm } from '../go-program.ts'
import { root } from '../run.ts'

const chart = join(root, 'deploy/helm/tavla')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the chart has the product’s version and names only variables of the configuration', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(read('deploy/helm/tavla/Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
  const known = new Set(
    read('packages/server/src/config.ts')
      .match(/^ {2}[A-Z][A-Z\d_]+(?=:)/gm)
      ?.map((name) => name.trim()),
  )
  const templates = readdirSync(join(chart, 'templates')).map((name) =>
    read(`deploy/helm/tavla/templates/${name}`),
  )
  const text = [read('deploy/helm/tavla/values.yaml'), ...templates].join('\n')
  const used = new Set(
    [...text.matchAll(/(?:name: |env\.|^ {2})([A-Z][A-Z\d_]+)\b/gm)].map((match) => match[1] ?? ''),
  )
  used.delete('POD_IP')
  expect(used.size).toBeGreaterThan(6)
  expect([...used].filter((name) => !known.has(name))).toEqual([])
})

// "npm run helm" builds Helm, which takes minutes the first time.
const suites = hasProgram(helm) ? ['the chart, rendered by Helm'] : []
describe.each(suites)('%s', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(getProgramPath(helm), args, { encoding: 'utf8', env: { HOME: '/nonexistent' } })
  const settings = ['publicUrl=https://board.example.org', 'existingSecret=tavla', 'env.S3_BUCKET=tavla']
  const render = (...more: readonly string[]) =>
    run('template', 'board', chart, ...[...settings, ...more].flatMap((one) => ['--set', one]))

  it('passes lint', () => {
    const { status, stdout } = run('lint', '--strict', chart, ...settings.flatMap((one) => ['--set', one]))
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  it('leads the host of the public URL to pods that know each other and their Secret', () => {
    const { status, stdout } = render()
    expect(status).toBe(0)
    for (const line of [
      'host: "board.example.org"',
      'value: http://$(POD_IP):3000',
      'name: tavla',
      'value: "tavla"',
    ])
      expect(stdout).toContain(line)
    expect(stdout.match(/^kind: .*/gm)?.toSorted()).toEqual([
      'kind: Deployment',
      'kind: Ingress',
      'kind: PodDisruptionBudget',
      'kind: Service',
    ])
  })

  it('gives the files a shared volume instead of a bucket', () => {
    const { stdout } = render('env.S3_BUCKET=', 'persistence.enabled=true')
    expect(stdout).toContain('kind: PersistentVolumeClaim')
    expect(stdout).toContain('claimName: board-files')
  })

  it('refuses several pods without common files, and a missing Secret', () => {
    expect(render('env.S3_BUCKET=').stderr).toContain('More than one replica needs')
    expect(render('existingSecret=').stderr).toContain('Set existingSecret')
  })
})
