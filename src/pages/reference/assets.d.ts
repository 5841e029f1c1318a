declare module 'virtual:reference' {
  /** Our script and style of the page, as they are sent. */
  export const script: string
  export const style: string
  /** The URL of the folder with the files of Swagger UI, with a slash at its end. */
  export const folder: string
}
