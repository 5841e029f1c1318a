import type { Sandbox } from '../sandbox.ts'

/** What every handler finds in its context. */
export interface Env {
  Bindings: { readonly sandbox: Sandbox }
}
