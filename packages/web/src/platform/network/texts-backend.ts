import { basePath } from '@tavla/contract'
import type { BackendModule, ResourceKey } from 'i18next'

type Answer =
  | { readonly texts: ResourceKey }
  | { readonly error: string; readonly isTemporary: boolean; readonly texts?: never }

/** Loads translation files for i18next, which retries what the connection or the server may do better later. */
export function createTextsBackend(
  request: (url: string) => Promise<Response> = (url) => fetch(url),
): BackendModule {
  return {
    type: 'backend',
    callbackApi: true,
    init: () => undefined,
    read(language, namespace, callback) {
      void readTexts(`${basePath}/locales/${language}/${namespace}.json`, request).then((answer) => {
        if (answer.texts === undefined) callback(answer.error, answer.isTemporary)
        else callback(null, answer.texts)
      })
    },
  }
}

async function readTexts(url: string, request: (url: string) => Promise<Response>): Promise<Answer> {
  let text: string
  try {
    const response = await request(url)
    if (!response.ok)
      return { error: `${url}: status ${response.status}`, isTemporary: response.status >= 500 }
    text = await response.text()
  } catch (error) {
    return { error: `${url}: ${String(error)}`, isTemporary: true }
  }
  try {
    return { texts: JSON.parse(text) as ResourceKey }
  } catch (error) {
    return { error: `${url}: ${String(error)}`, isTemporary: false }
  }
}
