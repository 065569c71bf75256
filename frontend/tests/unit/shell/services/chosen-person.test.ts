import { afterEach, expect, test, vi } from 'vitest'
import { choosePerson, chosenPerson } from '../../../../src/shell/services/chosen-person'
import { keepInMemory } from './memory-storage'

afterEach(() => vi.unstubAllGlobals())

test('the choice is remembered; without one, or with an unknown one, it is club', () => {
  const stored = keepInMemory()
  expect(chosenPerson()).toBe('club')
  choosePerson('master')
  expect(chosenPerson()).toBe('master')
  stored.set('merels.person', '"somebody"')
  expect(chosenPerson()).toBe('club')
})
