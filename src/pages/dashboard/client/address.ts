// This script lies beside the pages, so that what it asks for holds below the path of a proxy too.

/** The URL of something beside the pages, as `events`. */
export const pageAt = (path: string): string => new URL(path, import.meta.url).href

/** Where the paths of the sandbox begin. */
export const root = new URL('../../', import.meta.url)

/** The URL of a control call, as `clock/advance`; that of another sandbox begins with `../~name/_sim/`. */
export const callAt = (path: string): string => new URL(`../${path}`, import.meta.url).href
