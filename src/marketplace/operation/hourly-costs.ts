/** The price of an offer or an instance, in $/hour, with that of its machine and that of its disk. */
export const hourlyCosts = (machine: number, disk: number) => {
  const total = machine + disk
  return {
    gpuCostPerHour: machine,
    diskHour: disk,
    totalHour: total,
    discountTotalHour: 0,
    discountedTotalPerHour: total,
  }
}
