CREATE INDEX `audit_rows_sign_ins` ON `audit_rows` (`at`) WHERE instr('session device', entity) > 0;--> statement-breakpoint
CREATE INDEX `audit_rows_addresses` ON `audit_rows` (`at`) WHERE address <> '' and instr(address, '/') = 0;--> statement-breakpoint
CREATE INDEX `loans_repaid` ON `loans` (`date_repaid`) WHERE +admin_com_select = 'Repaid';--> statement-breakpoint
CREATE INDEX `loans_declined` ON `loans` (`updated_at`) WHERE +admin_com_select = 'Declined';