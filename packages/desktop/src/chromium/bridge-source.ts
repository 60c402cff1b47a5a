import { desktopFlagKey } from '@tavla/contract/desktop'
import { bridgeVersion } from '../core/bridge.ts'
import { installPageBridge } from '../core/page-script.ts'

/** Name of the binding with which pages call the shell; removed before the pages' own scripts run. */
export const bindingName = '__tavlaShell'

/** Script that runs in every document before its first script. */
export function getBridgeSource(origin: string): string {
  const options = { origin, flagKey: desktopFlagKey, version: bridgeVersion }
  return `(() => {
  const send = globalThis.${bindingName}
  delete globalThis.${bindingName}
  if (!send) return
  const listen = (receive) => Object.defineProperty(globalThis, '${bindingName}', { value: receive })
  const install = ${installPageBridge.toString()}
  install(${JSON.stringify(options)}, { send: (text) => send(text), listen })
})()`
}

/** Called in the page with an answer or event. */
export const receiveSource = `function (message) { globalThis.${bindingName}?.(message) }`
