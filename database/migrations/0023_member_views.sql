-- Views in this schema shadow tables for members and jobs, whose search path starts with the schema (decision 70).
create schema member;
