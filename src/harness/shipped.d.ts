declare module 'virtual:shipped' {
  /** A document by name, as it was written, and what it says: reading YAML takes its time. */
  type Texts = Readonly<Record<string, { readonly text: string; readonly value: object }>>
  export const fixtures: Texts
  export const scenarios: Texts
}
