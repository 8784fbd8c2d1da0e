import type { Translated } from "./language.ts";
import type { Focus, Picture } from "./picture.ts";

export type DescribedPicture = Picture & { alt: Translated; focus: Focus };

export type Hero = {
  title: Translated;
  subtitle: Translated;
  buttonText: Translated;
  picture: DescribedPicture | null;
  stats: { label: Translated; value: string }[];
};

export type About = {
  title: Translated;
  description: Translated;
  mission: Translated;
  vision: Translated;
  pictures: DescribedPicture[];
  highlights: Translated[];
  accountability: { title: Translated; description: Translated }[];
};

export type ViceChancellorMessage = {
  title: Translated;
  greeting: Translated;
  /** Paragraphs, which the editor separates by blank lines. */
  paragraphs: Translated<string[]>;
  name: string;
  position: Translated;
  picture: DescribedPicture | null;
};

export type TeamMember = {
  id: number;
  name: string;
  role: Translated;
  bio: Translated | null;
  picture: DescribedPicture | null;
};

export type BankDetails = {
  bankName: string;
  accountName: string;
  accountNumber: string;
  branch: string | null;
  swiftCode: string | null;
  mobileMoney: { name: string; number: string } | null;
  additionalInfo: Translated | null;
  picture: DescribedPicture | null;
  /** Donors of large gifts are shown when this last changed. */
  changedAt: Date;
};
