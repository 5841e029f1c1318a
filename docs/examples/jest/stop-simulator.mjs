/** Ends what start-simulator.mjs began: both run in the same process. */
export default async function stop() {
  await globalThis.simulator?.close()
}
