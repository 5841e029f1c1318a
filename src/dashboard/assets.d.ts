/** The dashboard as it is sent: bundled, minified, its fonts as base64. */
declare module 'virtual:dashboard' {
  export const script: string
  export const style: string
  export const fonts: Readonly<Record<string, string>>
}
