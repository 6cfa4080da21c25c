// The five pictures of README.md, from what tests/shots.mjs has taken: node tests/pictures.mjs
// SHOTS FOLDER
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser } from './harness.mjs';

const [shots = 'shots', folder = '../docs/pictures'] = process.argv.slice(2);
/** What is shown, and how much of it. */
const CHOSEN = {
  play: ['room-threechess-light', 1280, 860],
  analyse: ['analyse-chexers-dark', 1280, 860],
  review: ['review-light', 1280, 1104],
  watch: ['tournament-live-dark', 1280, 860],
  phone: ['room-pentago-swap-phone', 390, 844],
};
const QUALITY = 0.85;

/** Runs in the browser: a picture cut to size, as WebP. */
async function reduce({ url, width, height, quality }) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height: Math.min(height, image.height) });
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}

mkdirSync(folder, { recursive: true });
const browser = new Browser();
await browser.start();
try {
  const page = await browser.page();
  for (const [name, [shot, width, height]] of Object.entries(CHOSEN)) {
    const url = `data:image/png;base64,${readFileSync(join(shots, `${shot}.png`)).toString('base64')}`;
    const bytes = Buffer.from(await page.evaluate(reduce, { url, width, height, quality: QUALITY }), 'base64');
    writeFileSync(join(folder, `${name}.webp`), bytes);
    console.log(`${name}.webp ${Math.round(bytes.length / 1000)} kB`);
  }
} finally {
  await browser.close();
}
