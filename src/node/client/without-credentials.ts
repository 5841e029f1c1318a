/** A text that should be a URL, without the user name and password that it may have. */
export const withoutCredentials = (url: string): string => url.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1')
