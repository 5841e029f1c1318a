/** What a request says in its path. */
export type ExampleParams = Readonly<Record<string, string | number>>

/** A request to an operation. */
export interface Call {
  readonly operation: string
  /** Those of the path; each that is not named is 1. */
  readonly params?: ExampleParams
  /** Each that is not text is sent as JSON. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object
  /** A body that is not the JSON that it should be. */
  readonly text?: { readonly type: string; readonly content: string }
  readonly key?: string
  /** Right after the call before; otherwise a minute of the clock passes. */
  readonly soon?: boolean
}

/** The hash of template 9001 of the default fixture. */
export const OWN_HASH = '4e17788f74f075dd9aab7d0d4427968f'
/** That of template 9002. */
export const HOSTS_HASH = '8b1f0c2d9e3a47566574a3e9d2c0f1b8'
