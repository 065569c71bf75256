import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SCRIPT = new URL('../../../../src/merels/mod/nine_mens_morris.js', import.meta.url)

test('the script is small: under 60 KB, under 20 KB compressed', () => {
  const script = readFileSync(SCRIPT)
  expect(script.length).toBeLessThan(60_000)
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(20_000)
})

test('the script is classic, uses no network and adds no globals', () => {
  const script = readFileSync(SCRIPT, 'utf8')
  expect(script).not.toMatch(/^\s*(import|export)\b/m)
  expect(script).not.toMatch(/\b(fetch|XMLHttpRequest|WebSocket|importScripts|eval)\b|https?:/)
  expect(script.trim()).toMatch(/^\(function\(\)\{[^]*\}\)\(\);?$/)
})
