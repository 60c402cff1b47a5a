/** Built-in photos: two colours and a shape, generated as SVG. */
const pictures = new Map<string, { readonly from: string; readonly to: string; readonly shape: string }>([
  ['dawn', { from: '#ffd6a5', to: '#ff8fa3', shape: '<circle cx="60" cy="66" r="26"/>' }],
  ['sea', { from: '#a0e7e5', to: '#4a7bd0', shape: '<path d="M0 78q20-18 40 0t40 0 40 0v42H0z"/>' }],
  [
    'forest',
    { from: '#c5e8b7', to: '#2e8b57', shape: '<path d="M60 24 92 88H28zM24 56l20 32H4zM96 56l20 32H76z"/>' },
  ],
  [
    'night',
    { from: '#5a4fcf', to: '#1b1b3a', shape: '<path d="M74 30a34 34 0 1 0 18 56A28 28 0 0 1 74 30z"/>' },
  ],
  ['clay', { from: '#f2c6a0', to: '#b5651d', shape: '<rect x="30" y="34" width="60" height="52" rx="10"/>' }],
  ['mint', { from: '#e3fdf5', to: '#5fd3bc', shape: '<path d="M60 22q34 20 0 76-34-56 0-76z"/>' }],
  [
    'berry',
    {
      from: '#f8c8dc',
      to: '#9b2d6f',
      shape:
        '<circle cx="44" cy="70" r="20"/><circle cx="76" cy="70" r="20"/><circle cx="60" cy="44" r="20"/>',
    },
  ],
  ['slate', { from: '#dfe6ee', to: '#5b6b7f', shape: '<path d="M24 84 60 30l36 54z"/>' }],
])

export const builtInUrl = (id: string): string => `/api/photo/builtin/${id}.svg`

export const isBuiltIn = (id: string): boolean => pictures.has(id)

export const builtInPhotos = () => [...pictures.keys()].map((id) => ({ id, url: builtInUrl(id) }))

/** The photo's SVG; null for an unknown id. */
export function drawBuiltIn(id: string): string | null {
  const picture = pictures.get(id)
  if (!picture) return null
  const { from, to, shape } = picture
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="120" height="120" fill="url(#g)"/><g fill="#fff" fill-opacity=".82">${shape}</g></svg>`
}
