-- An invented password was read by whoever invented it, so its owner chooses another at the first sign-in.
alter table users add column must_change_password boolean not null default false;

-- From now on two-step sign-in is required of staff unless an admin says otherwise. Existing installations keep their rule.
insert into site_settings (key, value, is_public)
select 'second-step', '{"required": false}', false
where exists (select from users)
on conflict (key) do nothing;
