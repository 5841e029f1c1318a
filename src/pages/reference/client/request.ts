import { root } from '../../dashboard/client/address.ts'
import { asCurl, type FilledRequest, filledUrl } from '../../dashboard/parts/curl.ts'
import { lost, shownAnswer, waiting } from './answer.tsx'

/** The field keeps for the next page what the user has entered. */
const KEPT = `rental-sim-key:${root.pathname}`

/** Keeps the command as the form is filled in, and sends the request. */
export function offerRequest(): void {
  const form = document.getElementById('try')
  if (!(form instanceof HTMLFormElement)) return
  const { base = '' } = form.dataset
  const curl = document.getElementById('curl')
  const key = form.querySelector<HTMLInputElement>('[data-kept]')
  const kept = localStorage.getItem(KEPT)
  if (key !== null && kept !== null) key.value = kept
  const show = (): void => {
    if (curl !== null) curl.textContent = asCurl(filledIn(form, base))
  }
  show()
  form.addEventListener('input', ({ target }) => {
    if (key !== null && target === key) keep(key)
    show()
  })
  form.addEventListener('reset', () => {
    localStorage.removeItem(KEPT)
    // The fields are reset after the event.
    setTimeout(show)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // What it asks for holds below the path of a proxy, too.
    void send(filledIn(form, root.href.replace(/\/$/, '')))
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  for (const button of form.querySelectorAll('button')) button.disabled = false
}

/** A key that was filled in is not kept: the next world may not know it. */
function keep(key: HTMLInputElement): void {
  if (key.value === key.defaultValue) localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, key.value)
}

function filledIn(form: HTMLFormElement, base: string): FilledRequest {
  const { method = 'GET', path = '' } = form.dataset
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-in]')].map((field) => ({
    in: field.dataset['in'] ?? '',
    name: field.name,
    value: field.value,
  }))
  const textOf = (place: string): string => fields.find((field) => field.in === place)?.value.trim() ?? ''
  return { method, url: filledUrl(base, path, fields), token: textOf('token'), body: textOf('body') }
}

let latest = 0

async function send({ method, url, token, body }: FilledRequest): Promise<void> {
  const place = document.getElementById('answer')
  if (place === null) return
  const toRoot = place.dataset['root'] ?? ''
  latest += 1
  const turn = latest
  const show = async (html: Promise<string>): Promise<void> => {
    const text = await html
    if (turn === latest) place.innerHTML = text
  }
  await show(waiting(toRoot))
  const begun = performance.now()
  const response = await fetch(url, {
    method,
    headers: {
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      ...(body !== '' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== '' && { body }),
  }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  const tookMs = Math.round(performance.now() - begun)
  await show(
    response === undefined || text === undefined ? lost(toRoot) : shownAnswer({ response, text, tookMs, root: toRoot }),
  )
}
