import type { Overview } from '../control/sandboxes.ts'

const DOT = '<circle cx="25" cy="7" r="7" fill="#d6303f" stroke="#fff" stroke-width="2"/>'
const FLAKE = '<path d="M16 6v20M7.3 11l17.4 10M24.7 11 7.3 21" stroke="#fff" stroke-width="3" stroke-linecap="round"/>'
const LETTER = '<path d="M11 25V8h7a5 5 0 0 1 0 10h-7m7 0 4 7" fill="none" stroke="#fff" stroke-width="3.5"/>'

/** The icon of the tab: a snowflake while time is frozen, a red dot once a request failed. */
export function icon({ clock, errors }: Overview): string {
  const sign = clock.mode === 'frozen' ? FLAKE : LETTER
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#4338ca"/>${sign}${errors > 0 ? DOT : ''}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
