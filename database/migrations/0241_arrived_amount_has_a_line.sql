-- More than was asked for is recorded only where a statement lists it.
create function guard_arrived_amount() returns trigger language plpgsql as $$
begin
  if not exists (
    select from statement_lines l
    where l.payment_id = new.id and l.outcome = 'paid' and l.amount = new.amount
  ) then
    raise exception 'a payment never grows without a statement line of that amount' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger guard_arrived_amount before update of amount on payments
for each row when (new.amount > old.amount) execute function guard_arrived_amount();
