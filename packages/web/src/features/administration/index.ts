export { Administration } from './administration.tsx'
