/** A whole number as people read it: `32,768`. `toLocaleString` would load ICU, a tenth of the time of a start. */
export const groupDigits = (whole: number): string => String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
