import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../run.ts'
import { keepPrevious } from './keep-previous.ts'
import { serverOutput } from './server-output.ts'
import { sourceLocations } from './source-locations.ts'

const bundle = await rolldown({
  input: { main: join(root, 'packages/server/src/main.ts') },
  platform: 'node',
  external: [
    // Native code or WebAssembly beside the sources.
    'harfbuzzjs',
    'node-datachannel',
    'sharp',
    // Loaded by few servers, or at the first use.
    '@aws-sdk/client-s3',
    '@aws-sdk/s3-request-presigner',
    '@redis/client',
    'file-type',
    'livekit-server-sdk',
    'nodemailer',
    'openid-client',
    'pg',
    'stripe',
    /^@opentelemetry\//,
    // Fastify requires them where calls have schemas of the framework, or in tests.
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
    'light-my-request',
    // Optional native code of ws, which is not installed.
    'bufferutil',
    'utf-8-validate',
  ],
  plugins: [sourceLocations(serverOutput), keepPrevious(serverOutput)],
  checks: { ineffectiveDynamicImport: false },
})
await bundle.write({
  dir: serverOutput,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // One other character would make V8 keep the whole file with two bytes for each.
  charset: 'ascii',
  comments: false,
  // Lines stay, so that positions can be translated by line.
  minify: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
})
