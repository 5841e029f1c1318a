interface Instances {
  readonly instances: readonly { readonly id: number; readonly gpu_name: string; readonly actual_status: string }[]
}

const status = document.querySelector('[role=status]')
const list = document.querySelector('ul')

let asked = 0

/** The page: shows the instances of the account. Of several calls at once the latest wins. */
export async function showInstances(): Promise<void> {
  const mine = ++asked
  list?.replaceChildren()
  status?.replaceChildren('Loading')
  const response = await fetch('/api/v0/instances/', { headers: { Authorization: 'Bearer renter-key' } }).catch(
    () => undefined,
  )
  if (mine !== asked) return
  if (!response?.ok) {
    status?.replaceChildren(`The list is not available (${response?.status ?? 'no answer'}).`)
    return
  }
  const { instances } = (await response.json()) as Instances
  const rows = instances.map(({ id, gpu_name, actual_status }) => {
    const row = document.createElement('li')
    row.textContent = `${id}: ${gpu_name}, ${actual_status}`
    return row
  })
  list?.replaceChildren(...rows)
  status?.replaceChildren(rows.length === 0 ? 'Rent your first machine.' : `${rows.length} found`)
}
