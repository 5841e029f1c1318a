import { createSimulator } from 'rental-sim'

/** Jest loads this file itself, outside of the tests, so that it may be an ES module. */
export default async function start() {
  // Under `rental-sim exec` there is one.
  if (process.env.RENTAL_SIM_URL !== undefined) return
  globalThis.simulator = createSimulator()
  process.env.RENTAL_SIM_URL = await globalThis.simulator.listen()
}
