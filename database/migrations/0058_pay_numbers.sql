-- A mobile money order of Selcom can also be paid by its number in a network's menu, or by its QR code in an app.
alter table payments
  add column pay_number text check (pay_number ~ '^[0-9]{8}$'),
  add column pay_qr text check (pay_qr like '000201%' and length(pay_qr) <= 512);
