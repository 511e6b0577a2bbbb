CREATE TABLE `mail_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`email` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`day` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`recorded_at` integer NOT NULL,
	`recorded_by` integer,
	`recorded_by_name` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_consents_account` ON `mail_consents` (`account_id`,`kind`,`day`);--> statement-breakpoint
ALTER TABLE `account_requests` ADD `news_by_email` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `account_requests_account` ON `account_requests` (`account_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `consent` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `fewer_mails` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now an administrator's tick was the lender's word that a broker agreed: it is carried over, and said to be.
INSERT INTO `mail_consents` (`account_id`, `email`, `kind`, `source`, `day`, `recorded_at`)
SELECT `id`, `email`, 'express', 'carried', date('now', '-5 hours'), strftime('%s', 'now') * 1000
FROM `accounts` WHERE `role` = 0 AND `touch_base_emails` = 1;--> statement-breakpoint
INSERT INTO `mail_consents` (`account_id`, `email`, `kind`, `source`, `day`, `recorded_at`, `recorded_by`, `recorded_by_name`)
SELECT a.`id`, a.`email`, 'withdrawn', 'link', date(max(r.`at`) / 1000, 'unixepoch', '-5 hours'), max(r.`at`), a.`id`, a.`name`
FROM `accounts` a JOIN `audit_rows` r ON r.`entity` = 'account' AND r.`entity_id` = cast(a.`id` AS text)
WHERE r.`action` = 'mail.unsubscribe' AND a.`touch_base_emails` = 0 GROUP BY a.`id`;--> statement-breakpoint
UPDATE `accounts` SET `consent` = coalesce((SELECT `kind` FROM `mail_consents` c WHERE c.`account_id` = `accounts`.`id`), '');
