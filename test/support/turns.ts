/** How many turns of the event loop others have until it is settled. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  const seen = { turns: 0, isOver: false }
  void work.finally(() => (seen.isOver = true)).catch(() => undefined)
  for (; !seen.isOver; seen.turns += 1) await new Promise((resolve) => setImmediate(resolve))
  return seen.turns
}
