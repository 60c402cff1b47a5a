const LONGEST = 80
/** Characters that some system forbids in names, or that would leave the folder. */
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*]+/g

/** Creates unique paths that are valid on every operating system. */
export function createPaths() {
  const taken = new Set<string>()
  return {
    /** `prefix` precedes names that are not descriptive by themselves. */
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
