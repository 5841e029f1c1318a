declare module 'seedrandom/lib/alea.js' {
  /** A generator of numbers in [0, 1), seeded by a text. */
  export default function alea(seed: string): () => number
}
