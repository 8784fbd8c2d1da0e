-- Where another amount arrived, the fee keeps its share of what was asked. Rounding may make that one off from the fee of a
-- donation of this size.
create or replace function is_right_fee(payment payments) returns boolean language plpgsql stable as $$
declare
  share bigint := (payment.amount - payment.fee) * 35 / 1000;
begin
  if payment.provider = 'offline' then return payment.fee = 0; end if;
  if payment.asked_amount is not null then
    share := payment.amount * (payment.asked_amount * 35 / 1035) / payment.asked_amount;
  end if;
  if payment.method = 'card' then return payment.fee = share; end if;
  return payment.fee = 0 or (
    payment.fee = share
    and exists (
      select from donations d join campaigns c on c.id = d.campaign_id
      where d.id = payment.donation_id and c.is_zakat_eligible
    )
  );
end $$;
