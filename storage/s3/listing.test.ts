import { expect, test } from "vitest";
import { errorCodeIn, readListing } from "./listing.ts";

const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-25T10:00:00.000Z</LastModified><Size>1</Size></Contents>`;

test("keys, times and the next page are read from a listing", () => {
  const xml = `<?xml version="1.0"?><ListBucketResult><Name>b</Name><IsTruncated>true</IsTruncated>
    <NextContinuationToken>1/a&amp;b&#x2B;&#61;</NextContinuationToken>${object("a&lt;b")}${object("c")}</ListBucketResult>`;
  const storedAt = new Date("2026-11-25T10:00:00Z");
  expect(readListing(xml)).toEqual({
    objects: [
      { key: "a<b", storedAt, bytes: 1 },
      { key: "c", storedAt, bytes: 1 },
    ],
    next: "1/a&b+=",
  });
});

test("the last page has no next one, and an empty one no objects", () => {
  const xml = "<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>0</KeyCount></ListBucketResult>";
  expect(readListing(xml)).toEqual({ objects: [], next: null });
});

test.each([
  ["another page", "<html>Sign in to this network</html>"],
  ["a list that is cut off", `<ListBucketResult>${object("a")}`],
  [
    "a part without the place of the next",
    "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
  ],
])("%s is no list", (_, xml) => {
  expect(readListing(xml)).toBeNull();
});

test("the code of an error is read, and other bodies have none", () => {
  expect(errorCodeIn("<Error><Code>NoSuchKey</Code><Message>x</Message></Error>")).toBe("NoSuchKey");
  expect(errorCodeIn("<html>Bad Gateway</html>")).toBeNull();
});
