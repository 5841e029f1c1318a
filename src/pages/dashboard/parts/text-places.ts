/** The page of what a sentence of the clock names first, e.g. an exchange or a row; undefined where it names nothing. */
export function placeIn(text: string): string | undefined {
  const [, exchange] = /\bexchange (\d+)/.exec(text) ?? []
  if (exchange !== undefined) return `journal?exchange=${exchange}`
  const [, instance] = /\binstance (\d+)/.exec(text) ?? []
  if (instance !== undefined) return `state?collection=instances&row=${instance}`
  const [, listing] = /\bnetwork volume offer (\d+)/.exec(text) ?? []
  if (listing !== undefined) return `state?collection=network_volume_offers&row=${listing}`
  const [, collection, id] = /^([a-z_]+) (\d+) /.exec(text) ?? []
  return collection === undefined ? undefined : `state?collection=${collection}&row=${id}`
}
