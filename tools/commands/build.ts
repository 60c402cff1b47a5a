import { buildProduct } from '../product-build.ts'

process.exitCode = (await buildProduct()) ? 0 : 1
