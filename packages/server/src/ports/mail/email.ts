/** An image that is part of the email; its HTML refers to it as `cid:<id>`. */
export interface EmbeddedImage {
  readonly id: string
  /** JPEG. */
  readonly bytes: Uint8Array
}

/** An email without recipient, as plain text and as HTML. */
export interface Email {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly images: readonly EmbeddedImage[]
}

/** What the email is about, such as the name of a board. */
interface HeadingPart {
  readonly heading: string
}

/** A picture above the text. Plain text leaves it out, as the text says the same. */
interface ImagePart {
  readonly image: EmbeddedImage
}

/** A code to type in, with its label. */
interface CodePart {
  readonly code: string
  readonly label: string
}

/** A link, shown as a button with its label. */
interface LinkPart {
  readonly link: string
  readonly label: string
  /** Secondary link: small text instead of a button. */
  readonly quiet?: true
}

/** A paragraph of an email. */
export type Part = string | HeadingPart | ImagePart | CodePart | LinkPart

/** User text inside an email: on one line, so that it cannot imitate other parts of the email. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Subject and content of an email. */
export interface EmailText {
  readonly subject: string
  readonly parts: readonly Part[]
}

/** Renders an email as plain text and HTML; `language` is that of its texts. */
export function writeEmail(language: string, { subject, parts }: EmailText): Email {
  return {
    subject,
    text: [...parts.flatMap(partAsText), '— Tavla'].join('\n\n'),
    html: page(language, subject, parts.map(partAsHtml)),
    images: parts.flatMap((part) => (typeof part === 'object' && 'image' in part ? [part.image] : [])),
  }
}

function partAsText(part: Part): string | [] {
  if (typeof part === 'string') return part
  if ('image' in part) return []
  if ('heading' in part) return part.heading
  if ('code' in part) return `${part.label}: ${part.code}`
  return part.quiet ? `${part.label}: ${part.link}` : part.link
}

// Mail programs support few style sheets, so styles are inline; those that know media queries get the dark
// colours by class. Nothing is loaded, so that opening the email cannot be tracked.
const style = {
  body: 'margin:0;padding:24px 12px;background:#faf9f6;color:#1e2227;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif',
  sheet:
    'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e4e1da;border-radius:12px',
  name: 'margin:0 0 24px;font-size:20px;font-weight:600;letter-spacing:-0.01em;color:#a93b22',
  heading: 'margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:600;overflow-wrap:anywhere',
  image:
    'display:block;width:100%;max-width:100%;height:auto;margin:0 0 24px;border:1px solid #e4e1da;border-radius:8px',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  code: 'margin:4px 0 16px;font:600 32px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.2em',
  button:
    'display:inline-block;padding:12px 20px;background:#c4472b;color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none',
  address: 'margin:8px 0 16px;font-size:13px;overflow-wrap:anywhere',
  quiet: 'color:#66635c',
} as const

const darkStyle = `@media(prefers-color-scheme:dark){.body{background:#17181a!important;color:#eceae4!important}.sheet{background:#1f2023!important;border-color:#2c2e32!important}.name{color:#e7775d!important}.button{background:#e7775d!important;color:#17181a!important}.quiet{color:#a5a8ad!important}.image{border-color:#2c2e32!important}}`

function partAsHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="${quoted(style.paragraph)}">${escapeHtml(part)}</p>`
  if ('heading' in part) return `<h1 style="${style.heading}">${escapeHtml(part.heading)}</h1>`
  // The words say what the picture shows, so screen readers pass over it.
  if ('image' in part)
    return `<img class="image" src="cid:${part.image.id}" alt="" width="416" style="${style.image}">`
  if ('code' in part)
    return `<p style="margin:0">${escapeHtml(part.label)}</p><p style="${quoted(style.code)}">${escapeHtml(part.code)}</p>`
  const address = escapeHtml(part.link)
  if (part.quiet)
    return `<p style="${quoted(style.address)}"><a href="${address}" class="quiet" style="${style.quiet}">${escapeHtml(part.label)}</a></p>`
  return `<p style="margin:0"><a href="${address}" class="button" style="${quoted(style.button)}">${escapeHtml(part.label)}</a></p>
<p style="${quoted(style.address)}"><a href="${address}" class="quiet" style="${style.quiet}">${address}</a></p>`
}

function page(language: string, subject: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="body" style="${quoted(style.body)}">
<div class="sheet" style="${quoted(style.sheet)}">
<p class="name" style="${quoted(style.name)}">Tavla</p>
${parts.join('\n')}
</div>
</body>
</html>
`
}

const signs = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** For text content and quoted attribute values. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (email) => signs.get(email) ?? email)

const quoted = (style: string): string => style.replaceAll('"', '&quot;')
