-- What providers wrote is forgotten after 13 months. What is forgotten already is not looked at again.
create index provider_messages_to_forget on provider_messages (received_at) where body <> '' or headers is not null;
