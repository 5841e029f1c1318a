const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts when this process is told to stop: the first time only, so that a second time ends it at once. */
export function interruption(): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController()
  const stop = (): void => {
    forget()
    controller.abort()
  }
  const forget = (): void => {
    for (const each of SIGNALS) process.off(each, stop)
  }
  for (const each of SIGNALS) process.on(each, stop)
  return { signal: controller.signal, forget }
}
