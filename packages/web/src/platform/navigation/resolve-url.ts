/**
 * The URL of a link on a screen, without the origin.
 *
 * @param to begins with a slash, which is the base path, or with a question mark or `#`, which keep the screen's path; `?`
 *   alone is no query
 * @param pathname of the screen, with the base path
 */
export function resolveUrl(
  to: string,
  { basePath, pathname }: { readonly basePath: string; readonly pathname: string },
): string {
  return (to.startsWith('/') ? basePath : pathname) + (to === '?' ? '' : to)
}
