-- The page about the fund is headed by the About Section: a title of its own was shown nowhere.
alter table pages alter column title drop not null;
update pages set title = null, title_sw = null where slug = 'about';
alter table pages add constraint pages_title_where_shown check ((title is null) = (slug = 'about'));
