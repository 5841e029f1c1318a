import { defineConfig } from 'vite'

const { RENTAL_SIM_URL: target = 'http://127.0.0.1:4010', RENTAL_SIM_API_KEY: key = 'renter-key' } = process.env

export default defineConfig({
  server: { proxy: { '/api/v0': { target, headers: { Authorization: `Bearer ${key}` } } } },
})
