interface Instances {
  readonly instances: readonly { readonly id: number; readonly gpu_name: string; readonly actual_status: string }[]
}

const status = document.querySelector('[role=status]')
const list = document.querySelector('ul')

const response = await fetch('/api/v0/instances/')
if (response.ok) {
  const { instances } = (await response.json()) as Instances
  const rows = instances.map(({ id, gpu_name, actual_status }) => {
    const row = document.createElement('li')
    row.textContent = `${id}: ${gpu_name}, ${actual_status}`
    return row
  })
  list?.replaceChildren(...rows)
  status?.replaceChildren(`${rows.length} found`)
} else {
  status?.replaceChildren(`The list is not available (${response.status}).`)
}
