import { setupWorker } from 'msw/browser'
import { createSimulator } from 'rental-sim'
import { handlers } from 'rental-sim/msw'
import { element, whatWasAnswered } from '../instance-list.ts'

const sim = createSimulator({ clock: 'frozen' })
await setupWorker(...handlers(sim, { baseUrl: 'https://compute.example' })).start({ quiet: true })

async function show(): Promise<void> {
  element('output').textContent = ''
  element('output').textContent = await whatWasAnswered(
    'https://compute.example/api/v0/instances/',
    element('ul'),
  ).catch(String)
}

element('button').addEventListener('click', async () => {
  sim.scenario('connection-reset')
  await show()
})
await show()
