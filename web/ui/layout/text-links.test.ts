import { expect, test } from 'vitest'
import { textParts } from './text-links.ts'

const linksIn = (text: string) => textParts(text).flatMap(({ href }) => href ?? [])

test('web addresses become links, without the punctuation after them', () => {
  expect(linksIn('See https://listings.example/70?a=1, and (http://example.com/a_(b)).')).toEqual([
    'https://listings.example/70?a=1',
    'http://example.com/a_(b)',
  ])
  expect(linksIn('Plans: https://example.com/plan.')).toEqual(['https://example.com/plan'])
})

test('scripts, files and markup stay text', () => {
  expect(linksIn('javascript:alert(1) data:text/html,x ftp://example.com <a href="x">y</a> https://')).toEqual([])
  expect(linksIn('<img src="https://example.com/x.png" onerror="alert(1)">')).toEqual(['https://example.com/x.png'])
})

test('the parts joined together are the text', () => {
  const text = 'a https://example.com b\nhttps://example.org/?q=(1)!'
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
