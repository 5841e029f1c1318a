import { element, whatWasAnswered } from '../instance-list.ts'

const { serviceWorker } = navigator

async function show(): Promise<void> {
  element('output').textContent = await whatWasAnswered('/api/v0/instances/', element('ul'))
}

async function steer({ call = '', body = '' }: DOMStringMap): Promise<void> {
  element('output').textContent = ''
  const [method = '', path = ''] = call.split(' ')
  const { ok, status } = await fetch(`/_sim/${path}`, { method, body })
  if (!ok) throw new Error(`${call} was answered with ${status}`)
  await show()
}

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => void steer(button.dataset))
}

const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve))
await serviceWorker.register('/sw.js', { type: 'module' })
if (serviceWorker.controller === null) await taken
await show()
