import { contextBridge, ipcRenderer } from 'electron'
import { installPageBridge, type PageMessage, type PageTransport } from '../core/page-script.ts'
import { channels, type PreloadOptions } from './channels.ts'

// Runs in Electron's isolated world of every page before its first script.

let receive: (message: PageMessage) => void = () => {}

const transport: PageTransport = {
  send(text) {
    void ipcRenderer.invoke(channels.call, text).then((answer: PageMessage | undefined) => {
      if (answer) receive(answer)
    })
  },
  listen: (listener) => (receive = listener),
}

ipcRenderer.on(channels.event, (_event, message: PageMessage) => receive(message))
contextBridge.executeInMainWorld({
  func: installPageBridge,
  args: [ipcRenderer.sendSync(channels.options) as PreloadOptions, transport],
})
