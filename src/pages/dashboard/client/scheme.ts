const KEPT = 'rental-sim-scheme'

/** Shows the pages light or dark as somebody chose with the button, else as the system has it. */
export function offerScheme(): void {
  const root = document.documentElement
  const show = (scheme: string | null): void => {
    if (scheme !== null) root.dataset['scheme'] = scheme
  }
  show(localStorage.getItem(KEPT))
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('[data-changes-scheme]') === null) return
    const isDark =
      root.dataset['scheme'] === 'dark' ||
      (root.dataset['scheme'] === undefined && matchMedia('(prefers-color-scheme: dark)').matches)
    const scheme = isDark ? 'light' : 'dark'
    localStorage.setItem(KEPT, scheme)
    show(scheme)
  })
}
