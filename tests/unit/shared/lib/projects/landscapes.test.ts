import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultImage, landscapeAlt, sceneAlt } from '#shared/lib/projects/landscapes.ts';

const shown = (imageUrl: string) => ({ title: 'Kent orchards', location: 'Kent', imageUrl });

it('every landscape on file has a description of its own', () => {
  const files = readdirSync('public/pictures/landscapes');
  const texts = new Map(files.map((file) => [file.replace(/-\d\.svg$/, ''), sceneAlt(shown(`/pictures/landscapes/${file}`))]));
  expect([...texts].filter(([, text]) => !text.startsWith('Drawn landscape: '))).toEqual([]);
  expect(new Set(texts.values()).size).toBe(texts.size);
});

it('the alternative text describes the picture that the address names, not what the project might be', () => {
  expect(landscapeAlt(shown('/pictures/landscapes/wind-2.svg'))).toBe(
    'Drawn landscape: slim turbines along a ridge, under lines of wind, for Kent orchards',
  );
  expect(sceneAlt(shown(defaultImage))).toBe('Drawn landscape: contour lines alone');
});

it('a picture from elsewhere is not called a drawing', () => {
  const elsewhere = shown('https://pictures.example/kent.jpg');
  expect(sceneAlt(elsewhere)).toBe('');
  expect(landscapeAlt({ ...elsewhere, location: 'Ashford' })).toBe('Picture for Kent orchards, Ashford');
});
