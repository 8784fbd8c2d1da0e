/** A complete start form. A test says only what matters to it. */
export const submissionFields = (changes: Record<string, string> = {}): Record<string, string> => ({
  title: "Books for the girls’ hostel",
  category: "scholarship",
  subType: "tuition",
  description:
    "The hostel has **120 girls** and forty books. We will buy the books of the first two years and a shelf for them.",
  goal: "900,000",
  currency: "TZS",
  organizer: "Neema Mushi",
  beneficiaries: "120 girls in the first two years, at the main campus.",
  relation: "I am the warden of the hostel.",
  "budget-1-what": "Books of the first year",
  "budget-1-amount": "500,000",
  "budget-2-what": "Books of the second year",
  "budget-2-amount": "300,000",
  "budget-3-what": "A shelf",
  "budget-3-amount": "100,000",
  surplus: "donors",
  ...changes,
});

export const allChecked = Object.fromEntries(
  ["identity", "need", "budget", "texts", "payout"].map((name) => [`check-${name}`, "yes"]),
);
