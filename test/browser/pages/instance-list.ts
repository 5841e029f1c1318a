interface Listed {
  readonly instances_found: number
  readonly instances: readonly { readonly id: number; readonly label: string; readonly gpu_name: string }[]
}

/** @throws Error when the page has none */
export function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** Fills a list with the instances of the renter; says in a line what came. */
export async function whatWasAnswered(url: string, list: HTMLElement): Promise<string> {
  const response = await fetch(url, { headers: { Authorization: 'Bearer renter-key' } })
  const { instances_found, instances } = (await response.json()) as Listed
  list.replaceChildren(
    ...instances.map(({ id, label, gpu_name }) => {
      const row = document.createElement('li')
      row.textContent = `${id} ${label} ${gpu_name}`
      return row
    }),
  )
  return `${response.status} ${response.headers.get('x-sim-basis')}: ${instances_found} found`
}
