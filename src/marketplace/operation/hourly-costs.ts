/**
 * The prices of an offer or an instance, in $/hour: `search` is for all of it, `instance` for its disk alone.
 * @param further what the observed dialect shows besides
 */
export function hourlyCosts<Further extends object>(machine: number, disk: number, further: Further) {
  const total = machine + disk
  const search = {
    gpuCostPerHour: machine,
    diskHour: disk,
    totalHour: total,
    discountTotalHour: 0,
    discountedTotalPerHour: total,
    ...further,
  }
  return { search, instance: { ...search, gpuCostPerHour: 0, totalHour: disk, discountedTotalPerHour: disk } }
}
