/**
 * Copies an exported image. An SVG is copied as text, which editors and drawing programs take, and as an image where
 * the browser can. Rejects if the browser refuses the clipboard.
 */
export async function copyImage(image: Blob): Promise<void> {
  if (image.type === 'image/png')
    return navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
  const text = new Blob([image], { type: 'text/plain' })
  const items = ClipboardItem.supports(image.type) ? { [image.type]: image } : {}
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text, ...items })])
}
