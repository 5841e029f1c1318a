export { dashboard } from '../dashboard/app.tsx'
export { reference } from '../reference/app.tsx'
