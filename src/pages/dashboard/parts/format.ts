/** `1,234,567` */
export const grouped = (number: number): string => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** `2026-01-01 00:00:00` of an ISO 8601 instant. */
export const toSeconds = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

/** `1 fault is` or `2 faults are`. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
