import type { Steps } from './steps.ts'

/** Characters of a path that are compared with a token of a glob in one step. */
const CELLS_PER_STEP = 16

/**
 * Whether a path fits a glob: `*` stands for anything within a segment, `**` for anything.
 * Takes time in proportion to both lengths, whatever the glob.
 * @throws TooManyStepsError
 */
export function globMatches(glob: string, path: string, steps?: Steps): boolean {
  /** For each length of the path's beginning: whether the tokens so far fit it. */
  const fits = new Uint8Array(path.length + 1)
  fits[0] = 1
  for (const token of glob.match(/\*\*|[\s\S]/g) ?? []) {
    steps?.spend(1 + path.length / CELLS_PER_STEP)
    const isAlive = token === '**' || token === '*' ? spread(fits, path, token) : move(fits, path, token)
    if (!isAlive) return false
  }
  return fits[path.length] === 1
}

/** After a star: what follows a fitting beginning fits too, for a single star up to the next slash. */
function spread(fits: Uint8Array, path: string, token: '*' | '**'): boolean {
  for (let length = 1; length <= path.length; length++)
    if (fits[length - 1] === 1 && (token === '**' || path[length - 1] !== '/')) fits[length] = 1
  return true
}

/** After a letter: each fitting beginning fits with this letter added, or no more. @returns whether any does */
function move(fits: Uint8Array, path: string, letter: string): boolean {
  let isAlive = false
  for (let length = path.length; length > 0; length--) {
    const isFit = fits[length - 1] === 1 && path[length - 1] === letter
    fits[length] = isFit ? 1 : 0
    isAlive ||= isFit
  }
  fits[0] = 0
  return isAlive
}

/**
 * Whether some path fits both a glob and another one, or a path of the contract, in which each `{name}` stands for one
 * segment. `/asks/1*2/` meets `/asks/{id}/`, as `/asks/102/` shows.
 * @throws TooManyStepsError
 */
export function globMeets(glob: string, path: string, steps?: Steps): boolean {
  const other = path.replaceAll(/\{\w+\}/g, ONE + MORE)
  const seen = new Set<number>()
  const meet = (here: number, there: number): boolean => {
    const place = here * (other.length + 1) + there
    if (seen.has(place)) return false
    steps?.spend(STEPS_PER_PLACE)
    seen.add(place)
    const [ours, theirs] = [tokenAt(glob, here), tokenAt(other, there)]
    if (ours === '' && theirs === '') return true
    const [nextHere, nextThere] = [here + ours.length, there + theirs.length]
    if ((isStar(ours) && meet(nextHere, there)) || (isStar(theirs) && meet(here, nextThere))) return true
    if (ours === '' || theirs === '' || !share(ours, theirs)) return false
    return meet(isStar(ours) ? here : nextHere, isStar(theirs) ? there : nextThere)
  }
  return meet(0, 0)
}

/** The token that begins at a place of a glob; empty at its end. Most pairs of globs part after a few. */
const tokenAt = (glob: string, at: number): string => (glob.startsWith('**', at) ? '**' : glob.charAt(at))

/** A place of both, in steps of some 20 ns. */
const STEPS_PER_PLACE = 10

/** Any one letter of a segment, and any more of them: no path has these letters. */
const [ONE, MORE] = ['\u0000', '\u0001']

const isStar = (token: string): boolean => token === '*' || token === '**' || token === MORE

/** Whether some letter fits two tokens. */
const share = (one: string, other: string): boolean =>
  one === other || one === '**' || other === '**' || (isAny(one) ? other !== '/' : isAny(other) && one !== '/')

const isAny = (token: string): boolean => token === '*' || token === ONE || token === MORE
