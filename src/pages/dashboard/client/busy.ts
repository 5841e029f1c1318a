/** Shorter work needs no sign. */
const MS_UNTIL_SHOWN = 200

let running = 0

/** Shows that something is under way, until it is over. */
export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  running += 1
  const timer = setTimeout(() => (document.documentElement.dataset['busy'] = ''), MS_UNTIL_SHOWN)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    running -= 1
    if (running === 0) delete document.documentElement.dataset['busy']
  }
}
