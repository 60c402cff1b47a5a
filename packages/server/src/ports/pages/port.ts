/** What a web page says of itself. */
export interface PagePreview {
  readonly title: string
  /** Host of the page after redirects, without `www.`. */
  readonly site: string
}

/** Web pages of other people's servers. */
export interface Pages {
  /** Null: it is no public web page, does not answer in time, or has no title. */
  preview(url: string): Promise<PagePreview | null>
}
