import type { Trace } from '../../kernel/trace.ts'
import { catalogue } from '../catalogue.ts'

/** Figures of one GPU, from the data sheets of its maker. */
export interface Gpu {
  readonly name: string
  readonly arch: 'nvidia'
  /** Compute capability times 100. */
  readonly capability: number
  /** MB, as its driver shows it. */
  readonly ram: number
  /** GB/s. */
  readonly bandwidth: number
  /** TFLOPS in single precision. */
  readonly flops: number
  /** Performance in deep learning as a marketplace scores it; a judgement. */
  readonly dlperf: number
  /** $/hour, in the middle of what hosts ask. */
  readonly price: number
}

const gpu = (
  name: string,
  [capability, ram, bandwidth, flops, dlperf, price]: readonly [number, number, number, number, number, number],
): Gpu => ({ name, arch: 'nvidia', capability, ram, bandwidth, flops, dlperf, price })

/** The GPU whose figures stand for those that are not known. */
export const anyGpu = gpu('RTX 3090', [860, 24_576, 936, 35.6, 14, 0.18])

/** Those that an offer gets that names none. */
export const rentedGpus: readonly Gpu[] = [
  anyGpu,
  gpu('RTX 4090', [890, 24_564, 1008, 82.6, 95, 0.38]),
  gpu('RTX 5090', [1200, 32_607, 1792, 104.8, 190, 0.55]),
  gpu('L40S', [890, 46_068, 864, 91.6, 90, 0.72]),
  gpu('A100 SXM4', [800, 81_920, 2039, 19.5, 45, 1.02]),
  gpu('H100 SXM', [900, 81_559, 3350, 66.9, 320, 2.1]),
]

const furtherGpus: readonly Gpu[] = [
  gpu('GTX 1070', [610, 8192, 256, 6.5, 3, 0.04]),
  gpu('GTX 1080', [610, 8192, 320, 8.9, 4, 0.05]),
  gpu('GTX 1080 Ti', [610, 11_264, 484, 11.3, 6, 0.06]),
  gpu('GTX 1660 S', [750, 6144, 336, 5, 4, 0.05]),
  gpu('RTX 2060', [750, 6144, 336, 6.5, 7, 0.06]),
  gpu('RTX 2070', [750, 8192, 448, 7.5, 8, 0.07]),
  gpu('RTX 2080', [750, 8192, 448, 10.1, 9, 0.08]),
  gpu('RTX 2080 Ti', [750, 11_264, 616, 13.4, 13, 0.1]),
  gpu('Titan RTX', [750, 24_576, 672, 16.3, 14, 0.16]),
  gpu('Q RTX 6000', [750, 24_576, 672, 16.3, 14, 0.17]),
  gpu('Q RTX 8000', [750, 49_152, 672, 16.3, 14, 0.24]),
  gpu('RTX 3060', [860, 12_288, 360, 12.7, 8, 0.07]),
  gpu('RTX 3060 Ti', [860, 8192, 448, 16.2, 10, 0.08]),
  gpu('RTX 3070', [860, 8192, 448, 20.3, 11, 0.09]),
  gpu('RTX 3070 Ti', [860, 8192, 608, 21.7, 12, 0.1]),
  gpu('RTX 3080', [860, 10_240, 760, 29.8, 13, 0.12]),
  gpu('RTX 3080 Ti', [860, 12_288, 912, 34.1, 14, 0.14]),
  gpu('RTX 3090 Ti', [860, 24_576, 1008, 40, 16, 0.22]),
  gpu('RTX 4060', [890, 8188, 272, 15.1, 20, 0.09]),
  gpu('RTX 4060 Ti', [890, 16_380, 288, 22.1, 26, 0.12]),
  gpu('RTX 4070', [890, 12_282, 504, 29.1, 38, 0.14]),
  gpu('RTX 4070S', [890, 12_282, 504, 35.5, 44, 0.16]),
  gpu('RTX 4070 Ti', [890, 12_282, 504, 40.1, 48, 0.17]),
  gpu('RTX 4070S Ti', [890, 16_376, 672, 44.1, 54, 0.19]),
  gpu('RTX 4080', [890, 16_376, 717, 48.7, 60, 0.22]),
  gpu('RTX 4080S', [890, 16_376, 736, 52.2, 64, 0.24]),
  gpu('RTX 5060 Ti', [1200, 16_311, 448, 23.7, 45, 0.14]),
  gpu('RTX 5070', [1200, 12_227, 672, 30.9, 60, 0.18]),
  gpu('RTX 5070 Ti', [1200, 16_303, 896, 43.9, 85, 0.22]),
  gpu('RTX 5080', [1200, 16_303, 960, 56.3, 110, 0.29]),
  gpu('RTX A2000', [860, 12_282, 288, 8, 7, 0.09]),
  gpu('RTX A4000', [860, 16_376, 448, 19.2, 14, 0.13]),
  gpu('RTX A4500', [860, 20_470, 640, 23.7, 16, 0.18]),
  gpu('RTX A5000', [860, 24_564, 768, 27.8, 18, 0.22]),
  gpu('RTX A6000', [860, 49_140, 768, 38.7, 24, 0.44]),
  gpu('RTX 4000Ada', [890, 20_475, 360, 26.7, 36, 0.24]),
  gpu('RTX 5000Ada', [890, 32_760, 576, 65.3, 62, 0.46]),
  gpu('RTX 6000Ada', [890, 49_140, 960, 91.1, 92, 0.68]),
  gpu('RTX PRO 6000 WS', [1200, 97_887, 1792, 125, 230, 1.05]),
  gpu('RTX PRO 6000 S', [1200, 97_887, 1597, 120, 210, 1.1]),
  gpu('Tesla P40', [610, 24_576, 346, 11.8, 6, 0.12]),
  gpu('Tesla P100', [600, 16_384, 732, 9.3, 7, 0.14]),
  gpu('Tesla V100', [700, 16_384, 900, 14.1, 19, 0.2]),
  gpu('Tesla T4', [750, 15_360, 320, 8.1, 9, 0.15]),
  gpu('A10', [860, 23_028, 600, 31.2, 17, 0.26]),
  gpu('A30', [800, 24_576, 933, 10.3, 22, 0.3]),
  gpu('A40', [860, 46_068, 696, 37.4, 22, 0.4]),
  gpu('A100 PCIE', [800, 81_920, 1935, 19.5, 40, 0.82]),
  gpu('L4', [890, 23_034, 300, 30.3, 34, 0.32]),
  gpu('L40', [890, 46_068, 864, 90.5, 84, 0.66]),
  gpu('H100 PCIE', [900, 81_559, 2039, 51.2, 240, 1.8]),
  gpu('H100 NVL', [900, 95_830, 3938, 60.3, 290, 1.95]),
  gpu('H200', [900, 143_771, 4800, 66.9, 380, 2.6]),
  gpu('H200 NVL', [900, 143_771, 4800, 60.3, 350, 2.45]),
  gpu('GH200 SXM', [900, 97_871, 4000, 66.9, 330, 1.75]),
  gpu('B200', [1000, 183_359, 8000, 74.5, 700, 3.9]),
]

export const gpus: readonly Gpu[] = [...rentedGpus, ...furtherGpus]

const byName = new Map(gpus.map((each) => [each.name, each]))

/** The GPU of that name; undefined where no figures are known. */
export const gpuNamed = (name: string): Gpu | undefined => byName.get(name)

/** @param name of a GPU without figures; nothing happens where there is none */
export function traceUnknownGpu(trace: Trace, name: string | undefined): void {
  if (name === undefined || trace.rules.includes('instances.list.unknown-gpu')) return
  trace.apply(catalogue['instances.list.unknown-gpu'])
  trace.addHint(`no figures are known for the GPU ${name.slice(0, 64)}: it has those of an ${anyGpu.name}`)
}
