// A server with a token: the page that asks for it, in a real browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arena, faults } from './harness.mjs';

// Everything that has a meaning of its own in an address, a cookie or a header.
const token = 'a & b # c; d % é + = 0123';
const { server, browser } = arena(['--token', token]);

/** A page whose only complaints may be that the server wants a token. */
async function stranger(options) {
  const page = await browser.page(options);
  return { page, end: () => page.context().close() };
}

const enter = async (page, text) => {
  await page.getByLabel('Token').fill(text);
  await page.getByRole('button', { name: 'Enter' }).click();
};

test('the page asks, a wrong token is named, the right one leads on to the page that was wanted', async () => {
  const { page, end } = await stranger();
  const wanted = `${server.base}/learn/chexers?step=1`;
  const response = await page.goto(wanted);
  assert.equal(response.status(), 401);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'token', 'one can type at once');
  await enter(page, 'not the right token');
  await page.getByRole('alert').filter({ hasText: 'not the right one' }).waitFor();
  assert.ok(!page.url().includes('token'), page.url());
  // Blanks around it are copied by accident.
  await enter(page, ` ${token} `);
  await page.locator('header nav').waitFor();
  assert.equal(page.url(), wanted);
  await page.reload();
  await page.locator('header nav').waitFor();
  await end();
  // The browser itself logs the two refusals.
  const errors = browser.errors.splice(0).filter((line) => !line.includes('401'));
  assert.deepEqual(errors, []);
});

test('?token= leaves the address bar and the history at once, also when a link leads here from elsewhere', async () => {
  const { page, end } = await stranger();
  await page.goto(`${server.base}/learn?token=${encodeURIComponent(token)}`);
  await page.locator('header nav').waitFor();
  assert.equal(page.url(), `${server.base}/learn`);
  await end();
  // A link in a letter or a chat: another site, so a strict cookie would stay behind on the way.
  const { page: other, end: close } = await stranger();
  const elsewhere = server.base.replace('127.0.0.1', 'localhost');
  await other.route(`${elsewhere}/letter`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${server.base}/learn?token=${encodeURIComponent(token)}">play</a>`,
    }),
  );
  await other.goto(`${elsewhere}/letter`);
  await other.getByRole('link', { name: 'play' }).click();
  await other.locator('header nav').waitFor();
  assert.equal(other.url(), `${server.base}/learn`);
  await other.goBack();
  assert.equal(other.url(), `${elsewhere}/letter`);
  await close();
  assert.deepEqual(browser.errors.splice(0), []);
});

for (const colorScheme of ['light', 'dark']) {
  test(`the page can be read by everybody and fits a phone (${colorScheme})`, async () => {
    const { page, end } = await stranger({ colorScheme, viewport: { width: 375, height: 667 } });
    await page.goto(`${server.base}/`);
    await enter(page, 'wrong');
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await faults(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0, 'no horizontal scroll');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/token-${colorScheme}-375.png` });
    await page.setViewportSize({ width: 1280, height: 860 });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/token-${colorScheme}.png` });
    await end();
    browser.errors.splice(0);
  });
}
