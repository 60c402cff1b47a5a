const urls = new Map<number, string>()

/** A 640 by 480 image with enough detail to compress badly; the same for every app. */
export function pictureUrl(index: number): string {
  let url = urls.get(index)
  if (url === undefined) {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const context = canvas.getContext('2d')!
    for (let y = 0; y < 24; y++) {
      for (let x = 0; x < 32; x++) {
        context.fillStyle = `hsl(${(index * 37 + x * 9 + y * 5) % 360} 60% ${30 + ((x * y + index) % 40)}%)`
        context.fillRect(x * 20, y * 20, 20, 20)
      }
    }
    url = canvas.toDataURL('image/png')
    urls.set(index, url)
  }
  return url
}
