import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../../config.ts'
import { diskPath, measure, writeFile } from './disk.ts'
import { type DirectUploads, FilesUnavailable, FileTooLarge, type Files } from './port.ts'

const CONNECT_MS = 5_000
/** Without a byte for this long. */
const SILENT_MS = 30_000
const ATTEMPTS = 3
const DIRECT_UPLOAD_S = 3_600
/** Of direct uploads until they are collected. A rule of the bucket may delete what is older than a day. */
const INCOMING = 'incoming/'
const PROBE = '.probe'

export interface S3Files extends Files {
  /** Names and sizes of all stored files; the names are those of files on disk. */
  list(): AsyncIterable<{ readonly path: string; readonly size: number }>
  /** Everything below a folder of the prefix, also what is no file of a server. */
  listAll(
    folder: string,
  ): AsyncIterable<{ readonly path: string; readonly size: number; readonly writtenAt: number }>
  removePath(path: string): Promise<void>
  /** Null: it does not exist. */
  readPath(path: string): Promise<Readable | null>
  /** Stores a file of the disk under its name. */
  putPath(
    path: string,
    file: { readonly from: string; readonly size: number; readonly hash: string },
  ): Promise<void>
  close(): void
}

/** Files in a bucket of an S3-compatible server, under the names that they have on disk. */
export function s3Files(config: S3Config, temporary: string): S3Files {
  const { bucket: Bucket } = config
  const client = createClient(config)
  const prefix = config.prefix === '' ? '' : `${config.prefix}/`
  const getObject = (path: string): ObjectName => ({ Bucket, Key: `${prefix}${path}` })
  const getKey = (key: string) => getObject(diskPath(key))
  const getIncoming = (key: string) => getObject(`${INCOMING}${diskPath(key).replace('/', '')}`)

  const putPath: S3Files['putPath'] = async (path, { from, size, hash }) => {
    const ChecksumSHA256 = Buffer.from(hash, 'hex').toString('base64')
    const Body = createReadStream(from)
    try {
      const put = { ...getObject(path), Body, ContentLength: size, ChecksumSHA256 }
      await answered(client.send(new PutObjectCommand(put)))
    } finally {
      Body.destroy()
    }
  }
  const readObject = async (object: ObjectName, range?: string): Promise<Readable> => {
    const { Body } = await answered(
      client.send(new GetObjectCommand({ ...object, ...(range && { Range: range }) })),
    )
    if (!(Body instanceof Readable)) throw new FilesUnavailable('The storage answered without a body')
    return Body
  }
  const find = (object: ObjectName) => answered(client.send(new HeadObjectCommand(object))).catch(absent)
  const remove = async (...objects: readonly ObjectName[]): Promise<void> => {
    for (const object of objects) await answered(client.send(new DeleteObjectCommand(object)))
  }
  const copy = async (from: ObjectName, to: ObjectName): Promise<void> => {
    const CopySource = `${Bucket}/${from.Key}`
    await answered(client.send(new CopyObjectCommand({ ...to, CopySource })))
  }

  async function* listAll(folder: string) {
    for (let ContinuationToken: string | undefined; ;) {
      const page = await answered(
        client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}${folder}`, ContinuationToken })),
      )
      for (const { Key = '', Size: size = 0, LastModified } of page.Contents ?? [])
        yield { path: Key.slice(prefix.length), size, writtenAt: LastModified?.getTime() ?? 0 }
      ContinuationToken = page.NextContinuationToken
      if (ContinuationToken === undefined) return
    }
  }

  return {
    direct:
      config.uploads === 'direct'
        ? createDirect(config, { client, getKey, getIncoming, find, copy, remove, readObject })
        : null,
    putPath,
    readPath: (path) => readObject(getObject(path)).catch(absent),
    async put(key, bytes, maxBytes) {
      await mkdir(temporary, { recursive: true, mode: 0o700 })
      // Size and hash are sent first, so the bytes are needed twice.
      const from = join(temporary, `${diskPath(key).replace('/', '')}.${crypto.randomUUID()}.part`)
      try {
        const stored = await writeFile(from, bytes, maxBytes)
        await putPath(diskPath(key), { from, ...stored })
        return stored
      } finally {
        await rm(from, { force: true })
      }
    },
    async read(key, range) {
      const object = getKey(key)
      if (!(await find(object))) return null
      const part = range && `bytes=${range.start}-${range.end}`
      // Requested on the first read, so that an unread stream holds no connection.
      const stream = Readable.from(
        pieces(() => readObject(object, part)),
        { objectMode: false },
      )
      // The stream's reader gets its errors; before that, an unhandled error event would end the process.
      stream.on('error', () => undefined)
      return stream
    },
    remove: (key) => remove(getKey(key), getIncoming(key)),
    copy: (from, to) => copy(getKey(from), getKey(to)),
    async check() {
      const put = { ...getObject(PROBE), Body: new Uint8Array([1]), ContentLength: 1 }
      await answered(client.send(new PutObjectCommand(put)))
    },
    async *list() {
      for await (const { path, size } of listAll(''))
        if (/^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(path)) yield { path, size }
    },
    listAll,
    removePath: (path) => remove(getObject(path)),
    close: () => client.destroy(),
  }
}

/** Requests of objects in the bucket. */
interface Bucket {
  readonly client: S3Client
  readonly getKey: (key: string) => ObjectName
  readonly getIncoming: (key: string) => ObjectName
  readonly find: (object: ObjectName) => Promise<{ readonly ContentLength?: number | undefined } | null>
  readonly copy: (from: ObjectName, to: ObjectName) => Promise<void>
  readonly remove: (...objects: readonly ObjectName[]) => Promise<void>
  readonly readObject: (object: ObjectName) => Promise<Readable>
}

interface ObjectName {
  readonly Bucket: string
  readonly Key: string
}

function createDirect(
  config: S3Config,
  { client, getKey, getIncoming, find, copy, remove, readObject }: Bucket,
): DirectUploads {
  return {
    origin: new URL(
      config.publicEndpoint ??
        config.endpoint ??
        `https://${config.bucket}.s3.${config.region}.amazonaws.com`,
    ).origin,
    async getPlace(key, size) {
      const signer =
        config.publicEndpoint === null ? client : createClient({ ...config, endpoint: config.publicEndpoint })
      const put = new PutObjectCommand({ ...getIncoming(key), ContentLength: size })
      const expiresIn = DIRECT_UPLOAD_S
      const url = await getSignedUrl(signer, put, { expiresIn, signableHeaders: new Set(['content-length']) })
      return { url, headers: {} }
    },
    async collect(key, size) {
      const incoming = getIncoming(key)
      const found = await find(incoming)
      if (!found) return null
      if (found.ContentLength !== size) {
        await remove(incoming)
        throw new FileTooLarge(`${found.ContentLength} bytes instead of ${size}`)
      }
      // Its sender can still overwrite what arrived, but not its copy.
      if ((await copy(incoming, getKey(key)).catch(absent)) === null) return null
      const stored = await measure(await readObject(getKey(key)), size)
      await remove(incoming)
      return stored
    },
  }
}

function createClient({ endpoint, region, credentials }: S3Config): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS, requestTimeout: SILENT_MS },
    // Not every server knows the newer checksums; SHA-256 is sent where it is known.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Distinguishes storage that is unavailable from files that it does not have. */
async function answered<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status !== undefined && status < 500) throw error
    throw new FilesUnavailable('The storage of files does not answer', { cause: error })
  }
}

function absent(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}

async function* pieces(open: () => Promise<Readable>): AsyncGenerator<Buffer> {
  for await (const piece of await open()) yield piece as Buffer
}
