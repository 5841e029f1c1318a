/** Narrows the list at the side of the reference to what has all the words. */
export function find(): void {
  const field = document.getElementById('find')
  const all = document.getElementById('all')
  if (!(field instanceof HTMLInputElement) || all === null) return
  all.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/)
    for (const item of all.querySelectorAll<HTMLElement>('li'))
      item.hidden = !words.every((word) => item.dataset['words']?.includes(word))
    for (const group of all.querySelectorAll('section')) group.hidden = group.querySelector('li:not([hidden])') === null
    const none = document.getElementById('none')
    if (none !== null) none.hidden = all.querySelector('li:not([hidden])') !== null
  })
  field.addEventListener('keydown', ({ key }) => {
    const first = all.querySelector<HTMLAnchorElement>('li:not([hidden]) a')
    if (key === 'Enter') first?.click()
    if (key === 'Escape') field.blur()
  })
}
