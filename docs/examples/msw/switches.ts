import { simulate, startWorker } from './simulated.ts'

const KEPT = 'rental-sim switches'

/** Adds a switch for each situation to the page, and a button that turns all of them off. */
export async function addSwitches(show: () => Promise<void>): Promise<void> {
  await startWorker()
  const form = document.createElement('form')
  form.innerHTML = `
    <label><input type="checkbox" name="fails"> Listing fails</label>
    <label><input type="checkbox" name="slow"> Slow</label>
    <label><input type="checkbox" name="empty"> Empty</label>
    <button type="button">Reset</button>`
  const boxes = [...form.querySelectorAll('input')]
  // An edit of the code loads the page anew, and the switches stay as they were.
  const kept = sessionStorage.getItem(KEPT)?.split(' ') ?? []
  for (const box of boxes) box.checked = kept.includes(box.name)
  const situate = () => {
    const on = new FormData(form)
    sessionStorage.setItem(KEPT, [...on.keys()].join(' '))
    simulate({ fails: on.has('fails'), slow: on.has('slow'), empty: on.has('empty') })
  }
  const apply = () => {
    situate()
    return show()
  }
  situate()
  form.addEventListener('change', apply)
  form.querySelector('button')?.addEventListener('click', () => {
    form.reset()
    return apply()
  })
  document.body.append(form)
}
