ALTER TABLE `bank_rows` ADD `written` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `bank_rows_written` ON `bank_rows` (`written`);--> statement-breakpoint
CREATE INDEX `bank_rows_line` ON `bank_rows` (`file_hash`,`line`);--> statement-breakpoint
ALTER TABLE `contracts` ADD `fee_parts` text;