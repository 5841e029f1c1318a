declare module 'virtual:shipped' {
  /** Documents by name: as they were written, and what they say as JSON text. */
  type Documents = Readonly<Record<string, { readonly text: string; readonly json: string }>>
  export const fixtures: Documents
  export const scenarios: Documents
  /** The fixtures as they are after validation, as JSON text. */
  export const checkedFixtures: Readonly<Record<string, string>>
}
