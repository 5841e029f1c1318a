import type { World } from '../../sandbox/world.ts'

/** An error that lies further back is no news. */
const MAX_LOOKED_AT = 50

const DOT = '<circle cx="25" cy="7" r="7" fill="#d6303f" stroke="#fff" stroke-width="2"/>'
const FLAKE = '<path d="M16 6v20M7.3 11l17.4 10M24.7 11 7.3 21" stroke="#fff" stroke-width="3" stroke-linecap="round"/>'
const LETTER = '<path d="M11 25V8h7a5 5 0 0 1 0 10h-7m7 0 4 7" fill="none" stroke="#fff" stroke-width="3.5"/>'

/** The icon of the tab: a snowflake while time is frozen, a red dot after a server error or a lost answer. */
export function favicon({ clock, journal }: World): string {
  const hasErred = journal
    .entries()
    .slice(-MAX_LOOKED_AT)
    .some(({ status }) => status === 0 || status >= 500)
  const sign = clock.mode === 'frozen' ? FLAKE : LETTER
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#4338ca"/>${sign}${hasErred ? DOT : ''}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
