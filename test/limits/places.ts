/** A body that holds a value under a key. */
export const bodyOf =
  (key: string) =>
  (value: string): string =>
    `{"${key}":${value}}`

/** A body that holds a value between two texts. */
export const within =
  (open: string, close: string) =>
  (value: string): string =>
    `${open}${value}${close}`
