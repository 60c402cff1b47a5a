/** What the server tells the process that forwards the sound. */
export type ForwarderCommand =
  | { readonly t: 'open'; readonly room: string; readonly conn: string; readonly offer: number }
  | { readonly t: 'answer'; readonly conn: string; readonly offer: number; readonly sdp: string }
  | { readonly t: 'mic'; readonly conn: string; readonly on: boolean }
  | { readonly t: 'close'; readonly conn: string }

/** And what it receives. */
export type ForwarderEvent =
  | { readonly t: 'ready' }
  | { readonly t: 'offer'; readonly conn: string; readonly offer: number; readonly sdp: string }
  | {
      readonly t: 'candidates'
      readonly conn: string
      readonly offer: number
      readonly candidates: readonly string[]
    }
  | { readonly t: 'media'; readonly conn: string; readonly up: boolean }
  /** Sound, or the reports about it, came from these within the last second. */
  | { readonly t: 'alive'; readonly conns: readonly string[] }
  | { readonly t: 'slots'; readonly room: string; readonly slots: readonly (string | null)[] }
  | { readonly t: 'speaking'; readonly room: string; readonly conns: readonly string[] }
  | { readonly t: 'trouble'; readonly message: string }

/** The forwarder's part of the configuration, passed as one argument. */
export interface ForwarderOptions {
  readonly port: number
  /** Address that it binds; null: all. */
  readonly bind: string | null
  /** Address advertised to pages; null: those of this machine. */
  readonly address: string | null
}
