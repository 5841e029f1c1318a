/**
 * Whether a path fits a glob: `*` stands for anything within a segment, `**` for anything.
 * Takes time in proportion to both lengths, whatever the glob.
 */
export function globMatches(glob: string, path: string): boolean {
  const tokens = glob.match(/\*\*|[\s\S]/g) ?? []
  /** For each length of the path's beginning: whether the tokens so far fit it. */
  let fits = Array.from({ length: path.length + 1 }, (_, length) => length === 0)
  for (const token of tokens) {
    const next = fits.map(() => false)
    for (let length = 0; length <= path.length; length++) {
      const last = path[length - 1]
      if (token === '**') next[length] = fits[length] === true || next[length - 1] === true
      else if (token === '*') next[length] = fits[length] === true || (next[length - 1] === true && last !== '/')
      else next[length] = fits[length - 1] === true && last === token
    }
    fits = next
  }
  return fits[path.length] === true
}
