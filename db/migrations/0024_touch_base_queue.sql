DROP INDEX `touch_base_queue_account`;--> statement-breakpoint
ALTER TABLE `touch_base_queue` ADD `why` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `touch_base_queue_waiting` ON `touch_base_queue` (`account_id`) WHERE sent = 0;--> statement-breakpoint
CREATE INDEX `touch_base_queue_account` ON `touch_base_queue` (`account_id`,`queued_at`);--> statement-breakpoint
ALTER TABLE `mails` ADD `loan_id` integer;--> statement-breakpoint
CREATE INDEX `mails_loan` ON `mails` (`loan_id`) WHERE loan_id is not null;--> statement-breakpoint
CREATE INDEX `tracker_events_clicks` ON `tracker_events` (`created`,`account_id`) WHERE type = 'link' and machine = '';--> statement-breakpoint
CREATE INDEX `tracker_events_addresses` ON `tracker_events` (`created`) WHERE ip <> '' and instr(ip, '/') = 0;