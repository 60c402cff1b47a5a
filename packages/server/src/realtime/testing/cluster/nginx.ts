import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../../ports/clock/system-clock.ts'

const program = '/usr/sbin/nginx'
const readyWithinMs = 10_000

export const hasNginx = (): boolean => existsSync(program)

export interface Nginx {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** In front of several servers, and of those that get requests only while the others are away, as `deploy/nginx/tavla.conf` without TLS. */
export async function startNginx(
  folder: string,
  port: number,
  servers: readonly number[],
  standbys: readonly number[] = [],
): Promise<Nginx> {
  mkdirSync(folder, { recursive: true })
  const getUpstream = (failures: string): string =>
    [
      ...servers.map((one) => `server 127.0.0.1:${one} ${failures};`),
      ...standbys.map((one) => `server 127.0.0.1:${one} backup;`),
    ].join(' ')
  const config = `
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
      uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      upstream tavla { zone tavla 64k; least_conn; ${getUpstream('max_fails=1 fail_timeout=1s')} keepalive 32; }
      upstream tavla_live { zone tavla_live 64k; least_conn; ${getUpstream('max_fails=1 fail_timeout=3s')} keepalive 32; }
      map $http_upgrade $tavla_connection { default upgrade; '' ''; }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 300m;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $tavla_connection;
        proxy_connect_timeout 2s; proxy_read_timeout 90s; proxy_send_timeout 90s;
        location = /api/live/ticket {
          proxy_read_timeout 2s; proxy_next_upstream error timeout http_503 non_idempotent;
          proxy_pass http://tavla_live;
        }
        location = /api/live { proxy_next_upstream error timeout http_503; proxy_pass http://tavla_live; }
        location / { proxy_pass http://tavla; }
      }
    }`
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, config)
  const child = spawn(program, ['-p', folder, '-c', path], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, url)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < readyWithinMs && child.exitCode === null; waitedMs += 50) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok) return
    await systemClock.sleep(50)
  }
  throw new Error('nginx did not start')
}
