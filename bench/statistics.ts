export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const [min] = sorted
  const max = sorted.at(-1)
  if (min === undefined || max === undefined) throw new Error('nothing was measured')
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? min
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? max
  return { median: (low + high) / 2, min, max }
}

export const median = (values: readonly number[]): number => spread(values).median

/** One measurement of each side a round; who goes first changes from round to round. */
export async function alternate<T>(
  rounds: number,
  ours: () => Promise<T>,
  theirs: () => Promise<T>,
): Promise<readonly { readonly ours: T; readonly theirs: T }[]> {
  const measured: { ours: T; theirs: T }[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours()
      measured.push({ ours: first, theirs: await theirs() })
    } else {
      const first = await theirs()
      measured.push({ theirs: first, ours: await ours() })
    }
  }
  return measured
}
