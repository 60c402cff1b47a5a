import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'

const program = '/usr/sbin/nginx'

/** What nginx says of the file on this machine, which has neither the certificate nor the right to use its ports. */
function check(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-nginx-'))
  try {
    const path = join(folder, 'nginx.conf')
    const here = text.replace(/^\s*(listen|ssl_certificate|ssl_certificate_key) .*$/gm, '')
    writeFileSync(
      path,
      `pid ${folder}/pid; error_log stderr; events {} http { access_log off;
      client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${here.replaceAll('server_name', `listen unix:${folder}/socket; server_name`)} }`,
    )
    return spawnSync(program, ['-t', '-p', folder, '-c', path], { encoding: 'utf8' }).stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.runIf(existsSync(program))('nginx takes deploy/nginx/tavla.conf', () => {
  expect(check(readFileSync(join(root, 'deploy/nginx/tavla.conf'), 'utf8'))).toContain('test is successful')
})
