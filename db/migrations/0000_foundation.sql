CREATE TABLE `account_links` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`new_email` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_links_account` ON `account_links` (`account_id`,`kind`);--> statement-breakpoint
CREATE TABLE `account_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`brokerage` text DEFAULT '' NOT NULL,
	`brokerage_license` text DEFAULT '' NOT NULL,
	`license` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`account_id` integer,
	`closed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `account_requests_open` ON `account_requests` (`closed_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `account_requests_username` ON `account_requests` (`username_key`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`role` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`brokerage` text DEFAULT '' NOT NULL,
	`brokerage_license` text DEFAULT '' NOT NULL,
	`license` text DEFAULT '' NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`rating` text DEFAULT 'green' NOT NULL,
	`status` integer DEFAULT 1 NOT NULL,
	`touch_base_emails` integer DEFAULT false NOT NULL,
	`last_sign_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_key` ON `accounts` (`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_username_key` ON `accounts` (`username_key`);--> statement-breakpoint
CREATE INDEX `accounts_license` ON `accounts` (`license`);--> statement-breakpoint
CREATE INDEX `accounts_role` ON `accounts` (`role`,`name`);--> statement-breakpoint
CREATE TABLE `additional_properties` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`loan_id` integer NOT NULL,
	`position` integer NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`value` integer DEFAULT 0 NOT NULL,
	`mortgage` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `additional_properties_loan` ON `additional_properties` (`loan_id`,`position`);--> statement-breakpoint
CREATE TABLE `audit_rows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`actor_name` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `audit_rows_entity` ON `audit_rows` (`entity`,`entity_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_rows_actor` ON `audit_rows` (`actor_id`,`id`);--> statement-breakpoint
CREATE TABLE `blacklist` (
	`email` text PRIMARY KEY NOT NULL,
	`added_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`active` integer DEFAULT false NOT NULL,
	`type` text DEFAULT 'static' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`last_ran` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `conditions` (
	`row_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`loan_id` integer NOT NULL,
	`id` integer NOT NULL,
	`position` integer NOT NULL,
	`type` integer NOT NULL,
	`title` text NOT NULL,
	`restriction` text DEFAULT 'none' NOT NULL,
	`optional` integer DEFAULT false NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`completed` integer DEFAULT false NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`file_id` text,
	`completed_at` integer,
	`completed_by` integer,
	`broker_updated_at` integer,
	`viewed_at` integer,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`completed_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conditions_loan` ON `conditions` (`loan_id`,`id`);--> statement-breakpoint
CREATE INDEX `conditions_file` ON `conditions` (`file_id`);--> statement-breakpoint
CREATE TABLE `config_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`body` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` integer,
	FOREIGN KEY (`saved_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `config_versions_at` ON `config_versions` (`saved_at`);--> statement-breakpoint
CREATE TABLE `device_setups` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `device_setups_account` ON `device_setups` (`account_id`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `devices_account` ON `devices` (`account_id`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`loan_id` integer,
	`upload_id` text,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`uploaded_by` integer,
	`uploaded_at` integer NOT NULL,
	`replaced_by` text,
	`deleted_at` integer,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`upload_id`) REFERENCES `uploads`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`uploaded_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `files_loan` ON `files` (`loan_id`,`kind`);--> statement-breakpoint
CREATE INDEX `files_upload` ON `files` (`upload_id`);--> statement-breakpoint
CREATE TABLE `job_leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `loans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_code` text DEFAULT '' NOT NULL,
	`broker_id` integer,
	`admin_com_select` text DEFAULT 'NA' NOT NULL,
	`first_or_second` text DEFAULT '' NOT NULL,
	`new_loan_amount` integer DEFAULT 0 NOT NULL,
	`broker_fee` integer,
	`co_brokered_select` text DEFAULT '' NOT NULL,
	`use_of_proceeds` text DEFAULT '' NOT NULL,
	`est_closing_date` text DEFAULT '' NOT NULL,
	`exit_strategy_select` text DEFAULT '' NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`dob` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`postal` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`region` text DEFAULT '' NOT NULL,
	`marrital_status` text DEFAULT '' NOT NULL,
	`co_applicant` text DEFAULT '' NOT NULL,
	`employer` text DEFAULT '' NOT NULL,
	`sector` text DEFAULT '' NOT NULL,
	`yoe` real,
	`type_of_income` text DEFAULT '' NOT NULL,
	`primary_income` integer,
	`secondary_income` integer,
	`other_income` integer,
	`debt_in_arrears` integer,
	`litigiousness` text DEFAULT '' NOT NULL,
	`judge_exec` integer,
	`income_tax_in_arrears` integer,
	`credit_score` integer,
	`total_other_credits` integer,
	`other_debt_repaid` integer,
	`repaying` text DEFAULT '' NOT NULL,
	`property_type` text DEFAULT '' NOT NULL,
	`owner_occupied` text DEFAULT '' NOT NULL,
	`home_pur_price` integer,
	`appraised_value` integer,
	`first_mortgage` integer,
	`first_mortgage_lender` text DEFAULT '' NOT NULL,
	`mrtg_type` text DEFAULT '' NOT NULL,
	`matures_in` text DEFAULT '' NOT NULL,
	`mortgage_monthly_payment` integer,
	`utilities` integer,
	`property_tax` integer,
	`other_properties_count` integer DEFAULT 0 NOT NULL,
	`other_properties_total` integer DEFAULT 0 NOT NULL,
	`other_properties_mtg_total` integer DEFAULT 0 NOT NULL,
	`geo_address` text DEFAULT '' NOT NULL,
	`address_key` text DEFAULT '' NOT NULL,
	`comments` text DEFAULT '' NOT NULL,
	`admin_comments` text DEFAULT '' NOT NULL,
	`decline_reason` text DEFAULT '' NOT NULL,
	`fsfc_loan` integer,
	`risk_rating_over` text DEFAULT '' NOT NULL,
	`admin_term` text DEFAULT '' NOT NULL,
	`admin_structure` text DEFAULT '' NOT NULL,
	`admin_rate` real,
	`admin_fee` integer,
	`admin_penalty` text DEFAULT '' NOT NULL,
	`assumed_tax` real DEFAULT 0.25 NOT NULL,
	`ods_override` real,
	`loss` integer,
	`date_funded` text DEFAULT '' NOT NULL,
	`date_repaid` text DEFAULT '' NOT NULL,
	`maturity_email_date` text DEFAULT '' NOT NULL,
	`reminder_email_date` text DEFAULT '' NOT NULL,
	`final_score` real DEFAULT 0 NOT NULL,
	`shown_score` real DEFAULT 0 NOT NULL,
	`ltv` integer,
	`total_ltv` real,
	`suggested_rate` real,
	`monthly_payments` real,
	`settings_version_id` integer,
	`config_version_id` integer,
	`isdone` integer DEFAULT 0 NOT NULL,
	`broker_conditions_updated` integer DEFAULT 0 NOT NULL,
	`broker_conditions_funded_email` integer DEFAULT 0 NOT NULL,
	`conditions_total` integer DEFAULT 0 NOT NULL,
	`conditions_done` integer DEFAULT 0 NOT NULL,
	`ever_funded` integer DEFAULT 0 NOT NULL,
	`tmp_upload_id` text,
	`timestamp` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` integer,
	FOREIGN KEY (`broker_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`settings_version_id`) REFERENCES `settings_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`config_version_id`) REFERENCES `config_versions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`updated_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `loans_status` ON `loans` (`admin_com_select`,`id`);--> statement-breakpoint
CREATE INDEX `loans_totals` ON `loans` (`admin_com_select`,`first_or_second`,`new_loan_amount`,`fsfc_loan`,`shown_score`,`date_funded`,`date_repaid`);--> statement-breakpoint
CREATE INDEX `loans_broker` ON `loans` (`broker_id`,`id`);--> statement-breakpoint
CREATE INDEX `loans_address` ON `loans` (`address_key`) WHERE address_key <> '';--> statement-breakpoint
CREATE UNIQUE INDEX `loans_upload` ON `loans` (`tmp_upload_id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`idempotency_key` text NOT NULL,
	`kind` text NOT NULL,
	`to` text NOT NULL,
	`reply_to` text,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`text` text NOT NULL,
	`headers` text,
	`status` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`sent_at` integer,
	`provider_id` text,
	`error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_idempotency` ON `outbox` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`status`,`due_at`);--> statement-breakpoint
CREATE TABLE `participants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`loan_id` integer NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`amount` integer NOT NULL,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `participants_loan` ON `participants` (`loan_id`,`position`);--> statement-breakpoint
CREATE TABLE `preset_conditions` (
	`id` integer PRIMARY KEY NOT NULL,
	`type` integer NOT NULL,
	`title` text NOT NULL,
	`restriction` text NOT NULL,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`id` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`resets_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_limits_expiry` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `region_durations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`report_id` integer NOT NULL,
	`range` text NOT NULL,
	`days` real NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `region_reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `region_durations_report` ON `region_durations` (`report_id`);--> statement-breakpoint
CREATE TABLE `region_prices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`report_id` integer NOT NULL,
	`month` text NOT NULL,
	`median_price` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `region_reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `region_prices_report` ON `region_prices` (`report_id`);--> statement-breakpoint
CREATE TABLE `region_reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`region` text NOT NULL,
	`date` text NOT NULL,
	`monthly_change` real,
	`new_listings` integer,
	`homes_sold` integer,
	`average_days_on_market` real,
	`listing_to_selling_price` real,
	`detached_sales` integer,
	`townhouse_sales` integer,
	`condo_sales` integer
);
--> statement-breakpoint
CREATE INDEX `region_reports_region` ON `region_reports` (`region`,`date`);--> statement-breakpoint
CREATE TABLE `region_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`predict` integer DEFAULT false NOT NULL,
	`fill_color` text DEFAULT '#0f766e' NOT NULL,
	`color_weight` real DEFAULT 0.5 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `server_secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`body` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` integer,
	FOREIGN KEY (`saved_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `settings_versions_at` ON `settings_versions` (`saved_at`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`broker_id` integer,
	`loan_id` integer,
	`kind` text NOT NULL,
	`address_key` text DEFAULT '' NOT NULL,
	`applicant_key` text DEFAULT '' NOT NULL,
	`appraised_value` integer,
	`primary_income` integer,
	`secondary_income` integer,
	`other_income` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`broker_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`loan_id`) REFERENCES `loans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `submissions_address` ON `submissions` (`broker_id`,`address_key`,`at`);--> statement-breakpoint
CREATE INDEX `submissions_applicant` ON `submissions` (`broker_id`,`applicant_key`,`at`);--> statement-breakpoint
CREATE INDEX `submissions_loan` ON `submissions` (`loan_id`);--> statement-breakpoint
CREATE TABLE `touch_base_config` (
	`id` integer PRIMARY KEY NOT NULL,
	`enabled` integer DEFAULT false NOT NULL,
	`email_delay` integer DEFAULT 7 NOT NULL,
	`tracker_duration` integer DEFAULT 7 NOT NULL,
	`new_email_buffer` integer DEFAULT 60 NOT NULL,
	`min_interactions` integer DEFAULT 4 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `touch_base_queue` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`template_id` integer,
	`sent` integer DEFAULT 0 NOT NULL,
	`skip` integer DEFAULT 0 NOT NULL,
	`rating` text DEFAULT 'green' NOT NULL,
	`queued_at` integer NOT NULL,
	`sent_date` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template_id`) REFERENCES `touch_base_templates`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `touch_base_queue_account` ON `touch_base_queue` (`account_id`);--> statement-breakpoint
CREATE INDEX `touch_base_queue_open` ON `touch_base_queue` (`sent`,`queued_at`);--> statement-breakpoint
CREATE TABLE `touch_base_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`list` text NOT NULL,
	`position` integer NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tracked_emails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`campaign_id` integer,
	`times_ran` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `tracked_recipients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email_id` integer NOT NULL,
	`sent_id` integer NOT NULL,
	`account_id` integer,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`email_id`) REFERENCES `tracked_emails`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracked_recipients_run` ON `tracked_recipients` (`email_id`,`sent_id`,`email`);--> statement-breakpoint
CREATE TABLE `tracker_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email_id` integer NOT NULL,
	`sent_id` integer NOT NULL,
	`email` text NOT NULL,
	`type` text NOT NULL,
	`created` integer NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`browser` text DEFAULT '' NOT NULL,
	`os` text DEFAULT '' NOT NULL,
	`platform` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`region` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`email_id`) REFERENCES `tracked_emails`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tracker_events_run` ON `tracker_events` (`email_id`,`sent_id`,`created`);--> statement-breakpoint
CREATE INDEX `tracker_events_created` ON `tracker_events` (`created`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_expiry` ON `uploads` (`expires_at`);