ALTER TABLE `loans` ADD `second_mortgage` integer;--> statement-breakpoint
ALTER TABLE `loans` ADD `second_mortgage_lender` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `loans` ADD `second_mortgage_monthly_payment` integer;