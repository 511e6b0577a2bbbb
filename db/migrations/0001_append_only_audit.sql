-- The audit trail only grows.
CREATE TRIGGER `audit_rows_no_update` BEFORE UPDATE ON `audit_rows` BEGIN SELECT RAISE(ABORT, 'audit rows are never changed'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_rows_no_delete` BEFORE DELETE ON `audit_rows` BEGIN SELECT RAISE(ABORT, 'audit rows are never removed'); END;
