import seedrandom from 'seedrandom'

/**
 * What takes long is tried with a fifth of its variants, drawn by the commit, or by `DRAW`; with `VARIANTS=all`, as
 * every night, with all.
 */
export const isWhole = process.env['VARIANTS'] === 'all'

const SHARE = 1 / 5
const draw = process.env['DRAW'] ?? 'none'

/** Whether a variant of this name is tried. */
export const isDrawn = (name: string): boolean => isWhole || seedrandom(`${draw} ${name}`)() < SHARE

/** For `fc.assert`: of so many runs those that are tried. */
export const runs = (count: number) => ({
  numRuns: isWhole ? count : Math.ceil(count * SHARE),
  seed: seedrandom(draw).int32(),
})
