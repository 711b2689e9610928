-- Views that replace tables for members and jobs, whose search path begins here (decision 70).
create schema member;
