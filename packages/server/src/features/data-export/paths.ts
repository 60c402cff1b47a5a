const LONGEST = 80
/** What some system forbids in names, and what would lead out of the folder. */
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*]+/g

/** Makes unique paths that are valid on every system. */
export function createPaths() {
  const taken = new Set<string>()
  return {
    /** `prefix` goes before the name where names alone say nothing of what they are. */
    free(folder: string, name: string, prefix = ''): string {
      const plain = name
        .toWellFormed()
        .replace(FORBIDDEN, '_')
        .slice(-LONGEST)
        .replace(/^[.\s]+|[.\s]+$/g, '')
      const base = [prefix, plain || 'unnamed'].filter((part) => part !== '').join(' ')
      for (let n = 1; ; n++) {
        const path = `${folder}/${n === 1 ? base : `${base} (${n})`}`
        // Some file systems ignore case.
        const key = path.toLowerCase()
        if (taken.has(key)) continue
        taken.add(key)
        return path
      }
    },
  }
}
