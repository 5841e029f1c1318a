declare module 'virtual:reference' {
  /** Script and style of the pages, as they are sent. */
  export const script: string
  export const style: string
}
