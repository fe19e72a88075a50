import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultImage, isSideView, landscapeAlt, sceneAlt, shownImage } from '#shared/lib/projects/landscapes.ts';

const pictured = (imageUrl: string) => ({ title: 'Kent orchards', location: 'Kent', imageUrl });

it('every landscape on file has a description of its own', () => {
  const files = readdirSync('public/pictures/landscapes');
  const texts = new Map(files.map((file) => [file.replace(/-\d\.svg$/, ''), sceneAlt(pictured(`/pictures/landscapes/${file}`))]));
  expect([...texts].filter(([, text]) => !text.startsWith('Drawn landscape: '))).toEqual([]);
  expect(new Set(texts.values()).size).toBe(texts.size);
});

it('the alternative text describes the picture that the address names, not what the project might be', () => {
  expect(landscapeAlt(pictured('/pictures/landscapes/wind-2.svg'))).toBe(
    'Drawn landscape: slim turbines along a ridge, under lines of wind, for Kent orchards',
  );
  expect(sceneAlt(pictured(defaultImage))).toBe('Drawn landscape: contour lines alone');
  const isFromTheSide = (file: string) => isSideView(pictured(`/pictures/${file}`));
  expect(['landscapes/wind-2.svg', 'landscapes/valley-1.svg', 'kent.jpg'].map(isFromTheSide)).toEqual([true, false, false]);
});

it('a picture of our own is not called a drawing; in place of one at another host, pages show the default', () => {
  const own = pictured('/pictures/kent.jpg');
  expect([shownImage(own), sceneAlt(own)]).toEqual(['/pictures/kent.jpg', '']);
  expect(landscapeAlt({ ...own, location: 'Ashford' })).toBe('Picture for Kent orchards, Ashford');
  const elsewhere = pictured('https://pictures.example/kent.jpg');
  expect([shownImage(elsewhere), sceneAlt(elsewhere)]).toEqual([defaultImage, sceneAlt(pictured(defaultImage))]);
});
