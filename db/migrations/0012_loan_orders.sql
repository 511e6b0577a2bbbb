DROP INDEX `loans_by_broker`;--> statement-breakpoint
DROP INDEX `loans_by_amount`;