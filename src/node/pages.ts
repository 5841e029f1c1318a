export { dashboard } from '../pages/dashboard/app.tsx'
export { reference } from '../pages/reference/app.tsx'
