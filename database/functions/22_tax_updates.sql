grant select, insert, update, delete on app.sandbox_tax to tenure_app;
