import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../go-program.ts'
import { root } from '../run.ts'
import { type Mapping, mapText } from './map-text.ts'

/** What commands of the page do not do here, and why. */
export const replaced = [
  'apt-get: nothing is installed; node, npm, git, nginx and openssl must be there',
  'useradd, runuser and owners of folders: everything runs as the account that started this',
  'systemd: ExecStart, EnvironmentFile, WorkingDirectory and UMask of the units are run, not their sandbox, account, restarts or start at boot',
  'certbot: a self-signed certificate takes the place of one of a public authority',
  'ports 80, 443 and 3000: free ones take their place',
] as const

/** A folder that stands for the root of an empty machine. */
export interface Machine {
  readonly folder: string
  readonly tlsPort: number
  readonly serverPort: number
  readonly certificatePath: string
  /** Runs commands in a shell that ends at the first failure; answers what they print. */
  run(commands: string, timeoutMs: number): string
  /** Path and text as on a real machine. */
  writeFile(path: string, text: string): void
}

const HOST = 'board.example.org'

export async function createMachine(folder: string): Promise<Machine> {
  const [httpPort, tlsPort, serverPort] = [await freePort(), await freePort(), await freePort()]
  const mapping: Mapping = { folder, httpPort, tlsPort, serverPort }
  const bin = join(folder, 'bin')
  const writeFile = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const node = `${process.execPath} --disable-warning=ExperimentalWarning`
  const standIns = join(root, 'tools/operate/stand-ins')
  const live = join(folder, `etc/letsencrypt/live/${HOST}`)
  const programs: Readonly<Record<string, string>> = {
    'apt-get': 'exit 0',
    useradd: 'exit 0',
    runuser: 'while [ "$1" != "--" ]; do shift; done; shift; exec "$@"',
    install: 'shift; for one; do case "$one" in -*|tavla) ;; *) mkdir -p "$one";; esac; done',
    systemctl: `[ "$1" = daemon-reload ] && exit 0; exec ${node} ${standIns}/systemctl.ts "$@"`,
    certbot: `mkdir -p ${live}; exec openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST} -keyout ${live}/privkey.pem -out ${live}/fullchain.pem 2>/dev/null`,
    nginx: `exec /usr/sbin/nginx -p ${folder} -c ${folder}/nginx.conf "$@"`,
    cp: `/bin/cp "$@" && exec ${node} ${standIns}/map-files.ts`,
  }
  for (const [name, script] of Object.entries(programs)) {
    writeFile(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  for (const path of ['etc/systemd/system', 'etc/nginx/conf.d', 'var/www/html', 'run', 'tmp'])
    mkdirSync(join(folder, path), { recursive: true })
  writeFile(
    join(folder, 'nginx.conf'),
    `pid ${folder}/run/nginx.pid; error_log ${folder}/run/nginx.log; worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/tmp/body; proxy_temp_path ${folder}/tmp/proxy; fastcgi_temp_path ${folder}/tmp/f;
  uwsgi_temp_path ${folder}/tmp/u; scgi_temp_path ${folder}/tmp/s;
  include ${folder}/etc/nginx/conf.d/*.conf;
}
`,
  )
  return {
    folder,
    tlsPort,
    certificatePath: join(live, 'fullchain.pem'),
    serverPort,
    writeFile: (path, text) => writeFile(join(folder, path), mapText(text, mapping)),
    run(commands, timeoutMs) {
      const PATH = `${bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`
      const env = { PATH, TAVLA_OPERATE_ROOT: folder, TAVLA_OPERATE_MAPPING: JSON.stringify(mapping) }
      const options = { cwd: folder, env, timeout: timeoutMs, encoding: 'utf8' } as const
      return execFileSync('/bin/bash', ['-e', '-c', mapText(commands, mapping)], {
        ...options,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    },
  }
}
