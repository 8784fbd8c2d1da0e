-- What the privacy page promises is what the software does. Only sentences that stand as they were first written are changed.
update pages set body = replace(body,
  'These are the longest times. The fund must see to it that what has reached its end is deleted.',
  'We keep information no longer than this. Every hour our software deletes what has reached its end.')
where slug = 'privacy';
update pages set body = replace(body,
  '- **Your name and e-mail on a completed gift:** 7 years, or until you ask us to delete them. The entry stays, without you.',
  '- **Your name, e-mail, message and year of graduation on a completed donation:** 7 years, or until you ask us to delete them. We keep the entry without your name.')
where slug = 'privacy';
update pages set body = replace(body,
  '- **Your full telephone number:** 90 days after the payment has been matched with the provider''s statement. After that, at most its last three digits.',
  '- **Your telephone number:** 90 days after the payment ended.')
where slug = 'privacy';
update pages set body = replace(body,
  '- **Whatever you entered for a gift that was never completed:** 30 days.',
  '- **What you entered for a donation that was not completed:** 30 days.' || E'\n' || '- **While a question is open:** if a payment has not ended, or somebody disputes it, we keep what we need to settle it. We delete it when it is settled and its time is over.')
where slug = 'privacy';
update pages set body = replace(body,
  '- **Messages between the provider and us:** 13 months. After that only when one came, about which payment, and what followed from it.',
  '- **Messages between the provider and us,** also about a payment that was not completed: 13 months. After that we keep only the date, the payment it was about and the result.' || E'\n' || '- **E-mails that we sent you:** your address and the text for 30 days. After that we keep only that one was sent.' || E'\n' || '- **What staff wrote about a donation,** with the bank slip of a transfer: 7 years.')
where slug = 'privacy';
update pages set body = replace(body,
  'What has been entered in the accounts by then must stay there, but the fund must take your name off it when you ask.',
  'What is in the accounts by then must stay there, but we delete your name, e-mail, telephone number and message when you ask.')
where slug = 'privacy';
update pages set body = replace(body, E'\n' || '- **Campaigns that were not accepted,** with their pictures: 6 months.', '')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  'Hii ndiyo mihula ya juu kabisa. Mfuko lazima uhakikishe kuwa kilichofikia mwisho wake kinafutwa.',
  'Huu ndio muda mrefu zaidi tunaohifadhi taarifa. Kila saa mfumo wetu hufuta zilizofikia mwisho wake.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  '- **Jina na barua pepe yako kwenye mchango uliokamilika:** miaka 7, au mpaka utuombe tuvifute. Kumbukumbu ya mchango hubaki, bila jina lako.',
  '- **Jina, barua pepe, ujumbe na mwaka wako wa kuhitimu kwenye mchango uliokamilika:** miaka 7, au mpaka utuombe tuvifute. Kumbukumbu ya mchango hubaki, bila jina lako.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  '- **Namba yako kamili ya simu:** siku 90 baada ya malipo kulinganishwa na taarifa ya mtoa huduma. Baada ya hapo zinaweza kubaki tarakimu tatu za mwisho tu.',
  '- **Namba yako ya simu:** siku 90 baada ya malipo kufikia mwisho.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  '- **Ulichoandika kwa ajili ya mchango ambao haukukamilika:** siku 30.',
  '- **Ulichoandika kwa ajili ya mchango ambao haukukamilika:** siku 30.' || E'\n' || '- **Wakati kuna swali lililo wazi:** kama malipo hayajafikia mwisho, au mtu anayapinga, tunahifadhi kinachohitajika kulimaliza. Tunakifuta swali likimalizika na muda wake ukiisha.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  '- **Ujumbe kati ya mtoa huduma za malipo na sisi:** miezi 13. Baada ya hapo hubaki tu wakati ujumbe ulipofika, malipo uliyoyahusu na matokeo yake.',
  '- **Ujumbe kati ya mtoa huduma za malipo na sisi,** pamoja na unaohusu malipo ambayo hayakukamilika: miezi 13. Baada ya hapo hubaki tu tarehe, malipo uliyoyahusu na matokeo yake.' || E'\n' || '- **Barua pepe tulizokutumia:** anwani yako na maandishi kwa siku 30. Baada ya hapo hubaki tu kwamba barua ilitumwa.' || E'\n' || '- **Walichoandika wafanyakazi kuhusu mchango,** pamoja na stakabadhi ya benki: miaka 7.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  'Kilichokwisha kuandikwa kwenye hesabu lazima kibaki, lakini mfuko lazima uondoe jina lako utakapoomba.',
  'Kilichokwisha kuandikwa kwenye hesabu lazima kibaki, lakini tunafuta jina, barua pepe, namba ya simu na ujumbe wako unapoomba.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw, E'\n' || '- **Kampeni ambazo hazikukubaliwa,** pamoja na picha zake: miezi 6.', '')
where slug = 'privacy';
update pages set body = replace(body,
  '- **The entry of a gift** (receipt number, amount, day, campaign): 10 years, as accounts demand.',
  '- **The entry of a donation** (receipt number, amount, day, campaign): it stays in the accounts. After 7 years it no longer names you.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  '- **Kumbukumbu ya mchango** (namba ya stakabadhi, kiasi, siku, kampeni): miaka 10, kama utunzaji wa hesabu unavyotaka.',
  '- **Kumbukumbu ya mchango** (namba ya stakabadhi, kiasi, siku, kampeni): hubaki kwenye hesabu. Baada ya miaka 7 haikutaji tena.')
where slug = 'privacy';
update pages set body = replace(body,
  '- **Technical logs,** which carry no names: 30 days; those about security, 1 year.',
  '- **Technical logs and security logs,** which carry no names: 30 days.')
where slug = 'privacy';
update pages set body_sw = replace(body_sw,
  '- **Kumbukumbu za kiufundi,** zisizo na majina: siku 30; za usalama, mwaka 1.',
  '- **Kumbukumbu za kiufundi na za usalama,** zisizo na majina: siku 30.')
where slug = 'privacy';
