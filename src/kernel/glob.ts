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
    const isAlive = token === '**' || token === '*' ? spreadStar(fits, path, token) : matchLetter(fits, path, token)
    if (!isAlive) return false
  }
  return fits[path.length] === 1
}

/** Whether a request's path fits a glob, with any letters of either escaped. @throws TooManyStepsError */
export const pathMatches = (glob: string, path: string, steps?: Steps): boolean =>
  globMatches(unescapeLetters(glob), unescapeLetters(path).replaceAll('*', standInFor(0x2a)), steps)

/**
 * A path with its letters as they are read. An escaped slash parts no segments, an escaped star is no wildcard, and a byte
 * that is not UTF-8 is no letter: a lone surrogate stands for each, as no path has one.
 */
const unescapeLetters = (path: string): string =>
  path.includes('%') ? path.replaceAll(ESCAPED_LETTER, decodeLetter) : path

/** The escapes of a letter in UTF-8, or of one byte. */
const ESCAPED_LETTER =
  /%(?:[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-7](?:%[89ab][\da-f]){3}|[\da-f]{2})/gi

function decodeLetter(escapes: string): string {
  try {
    const letter = decodeURIComponent(escapes)
    return letter === '/' || letter === '*' ? standInFor(letter.charCodeAt(0)) : letter
  } catch {
    return escapes.replaceAll(/%(..)/g, (_, hex: string) => standInFor(Number.parseInt(hex, 16)))
  }
}

const standInFor = (byte: number): string => String.fromCharCode(0xdc00 + byte)

/** After a star: what follows a fitting beginning fits too, for a single star up to the next slash. */
function spreadStar(fits: Uint8Array, path: string, token: '*' | '**'): boolean {
  for (let length = 1; length <= path.length; length++)
    if (fits[length - 1] === 1 && (token === '**' || path[length - 1] !== '/')) fits[length] = 1
  return true
}

/** After a letter: each fitting beginning fits with this letter added, or no more. @returns whether any does */
function matchLetter(fits: Uint8Array, path: string, letter: string): boolean {
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
export function globMeets(written: string, path: string, steps?: Steps): boolean {
  const glob = unescapeLetters(written)
  const other = unescapeLetters(path.replaceAll(/\{\w+\}/g, ONE + MORE))
  if (differAtEnd(glob, other)) return false
  /** The places of the other that are reached together with the place of the glob. */
  let reached = new Uint8Array(other.length + 1)
  reached[0] = 1
  for (let here = 0; here < glob.length;) {
    steps?.spend(STEPS_PER_TOKEN + other.length / CELLS_PER_STEP)
    const ours = tokenAt(glob, here)
    reached = placesBehind(ours, other, reached, steps)
    if (!reached.includes(1)) return false
    here += ours.length
  }
  return placesBehind('', other, reached, steps)[other.length] === 1
}

/** Whether two globs end in different letters, as most do that have no path in common. */
function differAtEnd(glob: string, other: string): boolean {
  const [ours = '*', theirs = '*'] = [glob.at(-1), other.at(-1)]
  return !isAny(ours) && !isAny(theirs) && ours !== theirs
}

/** For each place of a glob: 1 where it is reached. */
type Places = Uint8Array<ArrayBuffer>

/** The places that are reached behind a token of ours, from those before it; behind an empty one those that stars reach. */
function placesBehind(ours: string, other: string, before: Places, steps?: Steps): Places {
  const behind = ours === '' ? before : new Uint8Array(other.length + 1)
  const stays = isStar(ours)
  for (let there = 0; there <= other.length; there++) {
    if (before[there] !== 1) continue
    if (stays) behind[there] = 1
    const theirs = tokenAt(other, there)
    steps?.spend(theirs.length)
    const next = there + theirs.length
    const theirsStays = isStar(theirs)
    if (theirsStays) before[next] = 1
    if (ours !== '' && theirs !== '' && haveCommonLetter(ours, theirs))
      (stays ? before : behind)[theirsStays ? there : next] = 1
  }
  return behind
}

/** The token that begins at a place of a glob, stars together; empty at its end. Most pairs of globs part after a few. */
function tokenAt(glob: string, at: number): string {
  let end = at + 1
  if (glob[at] === '*') while (glob[end] === '*') end++
  return glob.slice(at, end)
}

/** A token of a glob, in steps of some 20 ns, besides those for its places. */
const STEPS_PER_TOKEN = 20

/** Any one letter of a segment, and any more of them: no path has these letters. */
const [ONE, MORE] = ['\u0000', '\u0001']

/** Only stars are longer than a letter. */
const isWide = (token: string): boolean => token.length > 1

const isStar = (token: string): boolean => token[0] === '*' || token === MORE

/** Whether some letter fits two tokens. */
const haveCommonLetter = (one: string, other: string): boolean =>
  one === other || isWide(one) || isWide(other) || (isAny(one) ? other !== '/' : isAny(other) && one !== '/')

const isAny = (token: string): boolean => isStar(token) || token === ONE
