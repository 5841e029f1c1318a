declare module 'virtual:example-calls' {
  type Call = import('./example-calls.ts').Call
  /** Made one after the other. */
  export const inTurn: readonly Call[]
  /** Each list starts in a fresh world. */
  export const apart: readonly (readonly Call[])[]
}
