CREATE TABLE `overview_tallies` (
	`dimension` text NOT NULL,
	`bucket` text NOT NULL,
	`status` text NOT NULL,
	`month` text NOT NULL,
	`loans` integer NOT NULL,
	`amount` integer NOT NULL,
	`weighted` integer NOT NULL,
	PRIMARY KEY(`dimension`, `bucket`, `status`, `month`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `overview_tallies_empty` ON `overview_tallies` (`loans`) WHERE `loans` = 0;
--> statement-breakpoint
-- What the overview knows of a loan: one row a loan. Months are Toronto's, where clocks go forward at 07:00 UTC on the second
-- Sunday of March and back at 06:00 UTC on the first Sunday of November.
CREATE VIEW `overview_loans` AS
SELECT l.*, CASE WHEN l.fsfc_loan IS NULL THEN l.new_loan_amount ELSE l.fsfc_loan END AS lent,
  CASE WHEN l.appraised_value > 0 THEN l.appraised_value ELSE max(0, coalesce(l.home_pur_price, 0)) END AS worth,
  strftime('%Y-%m', l.timestamp / 1000 - CASE
    WHEN l.timestamp / 1000 >= unixepoch(strftime('%Y', l.timestamp / 1000, 'unixepoch') || '-03-08', 'weekday 0', '+7 hours')
      AND l.timestamp / 1000 < unixepoch(strftime('%Y', l.timestamp / 1000, 'unixepoch') || '-11-01', 'weekday 0', '+6 hours')
    THEN 14400 ELSE 18000 END, 'unixepoch') AS submitted
FROM `loans` l;
--> statement-breakpoint
-- One row a loan and dimension of the overview. `weighted` is in whole numbers, so that adding and taking away never drifts.
CREATE VIEW `overview_facts` (`loan_id`, `dimension`, `bucket`, `status`, `month`, `amount`, `weighted`) AS
SELECT id, 'submitted', '', admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'funded', '', admin_com_select, substr(date_funded, 1, 7), lent, 0 FROM `overview_loans` WHERE date_funded <> ''
UNION ALL SELECT id, 'repaid', '', admin_com_select, substr(date_repaid, 1, 7), lent, 0 FROM `overview_loans` WHERE date_repaid <> ''
UNION ALL SELECT id, 'score', cast(shown_score AS text), admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'credit', CASE WHEN credit_score IS NULL THEN '' WHEN credit_score < 550 THEN '0' WHEN credit_score < 650 THEN '1'
  WHEN credit_score <= 750 THEN '2' ELSE '3' END, admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'ltv', coalesce(cast(ltv AS text), ''), admin_com_select, submitted, lent, 0 FROM `overview_loans`
-- Parts of 10,000 of a dollar lent times the LTV; a second and a third add the first mortgage, a total LTV above 1 is left out.
-- A value mistyped as a few dollars counts as an LTV of 100 (10,000%), so that no sum overflows.
UNION ALL SELECT id, 'weightedLtv', '', admin_com_select, submitted, lent, cast(round(lent * 10000.0 * min(100, 1.0 * (new_loan_amount + CASE
    WHEN lower(first_or_second) LIKE '%bridge%' OR trim(lower(first_or_second)) GLOB 'first*' OR trim(first_or_second) GLOB '1*' THEN 0
    ELSE coalesce(first_mortgage, 0) END) / worth)) AS integer)
  FROM `overview_loans` WHERE worth > 0 AND (total_ltv IS NULL OR total_ltv <= 1)
UNION ALL SELECT id, 'type', first_or_second, admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'size', CASE WHEN lent < 50000 THEN '0' WHEN lent < 100000 THEN '1' WHEN lent < 250000 THEN '2'
  WHEN lent <= 500000 THEN '3' ELSE '4' END, admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'use', use_of_proceeds, admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'region', region, admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'city', city, admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'property', property_type, admin_com_select, submitted, lent, 0 FROM `overview_loans`
UNION ALL SELECT id, 'broker', cast(broker_id AS text), admin_com_select, submitted, lent, 0 FROM `overview_loans` WHERE broker_id IS NOT NULL
-- Dollars times days: of a repaid loan its days funded, of a funded one the day it was funded, to be taken from today's.
UNION ALL SELECT id, 'days', first_or_second, admin_com_select, submitted, lent, lent * cast(CASE admin_com_select
    WHEN 'Repaid' THEN julianday(date_repaid) - julianday(date_funded) ELSE julianday(date_funded) - 2440587.5 END AS integer)
  FROM `overview_loans` WHERE julianday(date_funded) IS NOT NULL
    AND (admin_com_select = 'Funded' OR (admin_com_select = 'Repaid' AND julianday(date_repaid) IS NOT NULL));
--> statement-breakpoint
INSERT INTO `overview_tallies` (`dimension`, `bucket`, `status`, `month`, `loans`, `amount`, `weighted`)
SELECT dimension, bucket, status, month, count(*), sum(amount), sum(weighted) FROM `overview_facts` GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE TRIGGER `overview_insert` AFTER INSERT ON `loans` BEGIN
  INSERT INTO `overview_tallies` (`dimension`, `bucket`, `status`, `month`, `loans`, `amount`, `weighted`)
  SELECT dimension, bucket, status, month, 1, amount, weighted FROM `overview_facts` WHERE loan_id = new.id
  ON CONFLICT DO UPDATE SET `loans` = `loans` + excluded.loans, `amount` = `amount` + excluded.amount, `weighted` = `weighted` + excluded.weighted;
END;
--> statement-breakpoint
-- A loan's old rows are taken away while it still has its old values.
CREATE TRIGGER `overview_before_update` BEFORE UPDATE OF `admin_com_select`, `broker_id`, `first_or_second`, `new_loan_amount`, `fsfc_loan`, `use_of_proceeds`, `city`, `region`, `credit_score`, `property_type`, `home_pur_price`, `appraised_value`, `first_mortgage`, `shown_score`, `ltv`, `total_ltv`, `date_funded`, `date_repaid`, `timestamp` ON `loans`
WHEN old.admin_com_select IS NOT new.admin_com_select OR old.broker_id IS NOT new.broker_id OR old.first_or_second IS NOT new.first_or_second OR old.new_loan_amount IS NOT new.new_loan_amount OR old.fsfc_loan IS NOT new.fsfc_loan OR old.use_of_proceeds IS NOT new.use_of_proceeds OR old.city IS NOT new.city OR old.region IS NOT new.region OR old.credit_score IS NOT new.credit_score OR old.property_type IS NOT new.property_type OR old.home_pur_price IS NOT new.home_pur_price OR old.appraised_value IS NOT new.appraised_value OR old.first_mortgage IS NOT new.first_mortgage OR old.shown_score IS NOT new.shown_score OR old.ltv IS NOT new.ltv OR old.total_ltv IS NOT new.total_ltv OR old.date_funded IS NOT new.date_funded OR old.date_repaid IS NOT new.date_repaid OR old.timestamp IS NOT new.timestamp
BEGIN
  INSERT INTO `overview_tallies` (`dimension`, `bucket`, `status`, `month`, `loans`, `amount`, `weighted`)
  SELECT dimension, bucket, status, month, -1, -amount, -weighted FROM `overview_facts` WHERE loan_id = old.id
  ON CONFLICT DO UPDATE SET `loans` = `loans` + excluded.loans, `amount` = `amount` + excluded.amount, `weighted` = `weighted` + excluded.weighted;
END;
--> statement-breakpoint
CREATE TRIGGER `overview_after_update` AFTER UPDATE OF `admin_com_select`, `broker_id`, `first_or_second`, `new_loan_amount`, `fsfc_loan`, `use_of_proceeds`, `city`, `region`, `credit_score`, `property_type`, `home_pur_price`, `appraised_value`, `first_mortgage`, `shown_score`, `ltv`, `total_ltv`, `date_funded`, `date_repaid`, `timestamp` ON `loans`
WHEN old.admin_com_select IS NOT new.admin_com_select OR old.broker_id IS NOT new.broker_id OR old.first_or_second IS NOT new.first_or_second OR old.new_loan_amount IS NOT new.new_loan_amount OR old.fsfc_loan IS NOT new.fsfc_loan OR old.use_of_proceeds IS NOT new.use_of_proceeds OR old.city IS NOT new.city OR old.region IS NOT new.region OR old.credit_score IS NOT new.credit_score OR old.property_type IS NOT new.property_type OR old.home_pur_price IS NOT new.home_pur_price OR old.appraised_value IS NOT new.appraised_value OR old.first_mortgage IS NOT new.first_mortgage OR old.shown_score IS NOT new.shown_score OR old.ltv IS NOT new.ltv OR old.total_ltv IS NOT new.total_ltv OR old.date_funded IS NOT new.date_funded OR old.date_repaid IS NOT new.date_repaid OR old.timestamp IS NOT new.timestamp
BEGIN
  INSERT INTO `overview_tallies` (`dimension`, `bucket`, `status`, `month`, `loans`, `amount`, `weighted`)
  SELECT dimension, bucket, status, month, 1, amount, weighted FROM `overview_facts` WHERE loan_id = new.id
  ON CONFLICT DO UPDATE SET `loans` = `loans` + excluded.loans, `amount` = `amount` + excluded.amount, `weighted` = `weighted` + excluded.weighted;
  DELETE FROM `overview_tallies` WHERE `loans` = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `overview_before_delete` BEFORE DELETE ON `loans` BEGIN
  INSERT INTO `overview_tallies` (`dimension`, `bucket`, `status`, `month`, `loans`, `amount`, `weighted`)
  SELECT dimension, bucket, status, month, -1, -amount, -weighted FROM `overview_facts` WHERE loan_id = old.id
  ON CONFLICT DO UPDATE SET `loans` = `loans` + excluded.loans, `amount` = `amount` + excluded.amount, `weighted` = `weighted` + excluded.weighted;
  DELETE FROM `overview_tallies` WHERE `loans` = 0;
END;
