import { expect, test } from "./fixtures.ts";
import { visit } from "./on-page.ts";

test.use({ expectedMessage: /policy violation|Content Security Policy|Trusted ?Type|TrustedHTML/i });

test("a browser reports what the policy of a page kept out, and the service takes it", async ({
  page,
  demo,
}) => {
  const violations = async () => {
    const rows = demo.store.db.selectFrom("minute_counts").select("count");
    const counts = await rows.where("name", "=", "policy.violated").execute();
    return counts.reduce((sum, { count }) => sum + Number(count), 0);
  };
  const before = await violations();
  await visit(page, "/account/login?returnUrl=%2Fdevops");
  await page.evaluate(() => {
    const image = new Image();
    image.src = "http://plain.example/x.png?secret=1";
    document.body.append(image);
  });
  // The server gathers its counts for ten seconds.
  await expect.poll(violations, { timeout: 60_000 }).toBeGreaterThan(before);
});
