declare module 'virtual:first' {
  /** The files of docs/examples/first, and the conftest.py of docs/examples/python, by their paths. */
  export const files: Readonly<Record<string, string>>
}
