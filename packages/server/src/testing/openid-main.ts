import { type OpenIdOptions, openIdServer } from './openid-server.ts'

// Providers for end-to-end tests, in a process of their own: `node openid-main.ts '[{ "port": 4001, "returnTo": "…" }]'`.
const wanted = JSON.parse(process.argv[2] ?? '[]') as readonly OpenIdOptions[]
await Promise.all(wanted.map((options) => openIdServer(options)))
process.stdout.write('ready\n')
