CREATE TABLE `loan_tallies` (
	`status` text PRIMARY KEY NOT NULL,
	`loans` integer DEFAULT 0 NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `loans_by_client` ON `loans` (`admin_com_select`,`client_code`,`id`);--> statement-breakpoint
CREATE INDEX `loans_by_city` ON `loans` (`admin_com_select`,`city`,`id`);--> statement-breakpoint
CREATE INDEX `loans_by_amount` ON `loans` (`admin_com_select`,case when "fsfc_loan" is null then "new_loan_amount" else "fsfc_loan" end,`id`);--> statement-breakpoint
CREATE INDEX `loans_by_ltv` ON `loans` (`admin_com_select`,`ltv`,`id`);--> statement-breakpoint
CREATE INDEX `loans_by_score` ON `loans` (`admin_com_select`,`shown_score`,`id`);