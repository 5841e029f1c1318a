import { ActButton } from './acts.tsx'

/** Lets a request go on that a fault holds. */
export const Release = ({ id }: { readonly id: number }) => {
  const text = `Release request ${id}`
  const act = { text, done: `Request ${id} continues.`, route: `POST requests/${id}/release` }
  return (
    <ActButton aria-label={text} act={act}>
      Release
    </ActButton>
  )
}
