declare module 'virtual:dashboard' {
  /** The script and the style of the dashboard, as they are sent. */
  export const script: string
  export const style: string
}
