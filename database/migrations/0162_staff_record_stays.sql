-- The record of what staff did is never shortened: each entry proves the one before it.
update pages set body = replace(body,
  '- **The record of what staff did:** 7 years.',
  '- **The record of what staff did:** it stays with the accounts. It names the donation, and not you.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  '- **Kumbukumbu ya yale wafanyakazi waliyofanya:** miaka 7.',
  '- **Kumbukumbu ya yale wafanyakazi waliyofanya:** hubaki pamoja na hesabu. Inataja mchango, bila kukutaja wewe.')
where slug = 'privacy';
