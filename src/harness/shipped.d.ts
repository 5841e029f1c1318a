/** The files of fixtures/ and scenarios/, by name. */
declare module 'virtual:shipped' {
  export const fixtures: Readonly<Record<string, string>>
  export const scenarios: Readonly<Record<string, string>>
}
