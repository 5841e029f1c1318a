import { simulate, startWorker } from './simulated.ts'

/** Adds a switch for each situation to the page, and a button that turns all of them off. */
export async function addSwitches(show: () => Promise<void>): Promise<void> {
  await startWorker()
  const form = document.createElement('form')
  form.innerHTML = `
    <label><input type="checkbox" name="fails"> Listing fails</label>
    <label><input type="checkbox" name="slow"> Slow</label>
    <label><input type="checkbox" name="empty"> Empty</label>
    <button type="button">Reset</button>`
  const apply = () => {
    const on = new FormData(form)
    simulate({ fails: on.has('fails'), slow: on.has('slow'), empty: on.has('empty') })
    return show()
  }
  form.addEventListener('change', apply)
  form.querySelector('button')?.addEventListener('click', () => {
    form.reset()
    return apply()
  })
  document.body.append(form)
}
