/** An address as it may be shown: without the name and the password that may stand in it, be it an address or not. */
export const shownUrl = (url: string): string => url.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1')
