/** Whether a text is an origin as browsers write it: `https://sim.company.com`. */
export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Whether a path can stand before all others: it is written into links. */
export const isBasePath = (path: string): boolean => path.length <= 200 && /^(\/(?!~)[\w.~-]+)+\/?$/.test(path)
