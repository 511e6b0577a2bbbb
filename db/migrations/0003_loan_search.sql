-- Words of every loan that people search by. `keys` holds exact words: the status and the broker's number.
CREATE VIRTUAL TABLE `loan_search` USING fts5(`keys`, `client`, `place`, `broker`, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3');
--> statement-breakpoint
INSERT INTO `loan_search` (rowid, `keys`, `client`, `place`, `broker`)
SELECT l.id, 'status' || l.admin_com_select || ' broker' || coalesce(l.broker_id, 0), l.client_code || ' ' || l.first_name || ' ' || l.last_name, l.address || ' ' || l.city, coalesce(a.name || ' ' || a.brokerage, '')
FROM `loans` l LEFT JOIN `accounts` a ON a.id = l.broker_id;
--> statement-breakpoint
CREATE TRIGGER `loan_search_insert` AFTER INSERT ON `loans` BEGIN
  INSERT INTO `loan_search` (rowid, `keys`, `client`, `place`, `broker`)
  VALUES (new.id, 'status' || new.admin_com_select || ' broker' || coalesce(new.broker_id, 0), new.client_code || ' ' || new.first_name || ' ' || new.last_name, new.address || ' ' || new.city, coalesce((SELECT name || ' ' || brokerage FROM `accounts` WHERE id = new.broker_id), ''));
END;
--> statement-breakpoint
CREATE TRIGGER `loan_search_update` AFTER UPDATE OF `admin_com_select`, `broker_id`, `client_code`, `first_name`, `last_name`, `address`, `city` ON `loans`
WHEN old.admin_com_select IS NOT new.admin_com_select OR old.broker_id IS NOT new.broker_id OR old.client_code IS NOT new.client_code OR old.first_name IS NOT new.first_name OR old.last_name IS NOT new.last_name OR old.address IS NOT new.address OR old.city IS NOT new.city
BEGIN
  UPDATE `loan_search` SET
    `keys` = 'status' || new.admin_com_select || ' broker' || coalesce(new.broker_id, 0),
    `client` = new.client_code || ' ' || new.first_name || ' ' || new.last_name,
    `place` = new.address || ' ' || new.city,
    `broker` = coalesce((SELECT name || ' ' || brokerage FROM `accounts` WHERE id = new.broker_id), '')
  WHERE rowid = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `loan_search_delete` AFTER DELETE ON `loans` BEGIN DELETE FROM `loan_search` WHERE rowid = old.id; END;
--> statement-breakpoint
CREATE TRIGGER `loan_search_broker` AFTER UPDATE OF `name`, `brokerage` ON `accounts`
WHEN old.name IS NOT new.name OR old.brokerage IS NOT new.brokerage
BEGIN
  UPDATE `loan_search` SET `broker` = new.name || ' ' || new.brokerage WHERE rowid IN (SELECT id FROM `loans` WHERE broker_id = new.id);
  UPDATE `loan_tallies` SET `changes` = `changes` + 1;
END;
--> statement-breakpoint
INSERT INTO `loan_tallies` (`status`, `loans`, `asked`)
SELECT s.value, (SELECT count(*) FROM `loans` WHERE admin_com_select = s.value), (SELECT coalesce(sum(new_loan_amount), 0) FROM `loans` WHERE admin_com_select = s.value)
FROM json_each('["NA","Funded","Repaid","Declined","Loss","Trash"]') s;
--> statement-breakpoint
CREATE TRIGGER `loan_tallies_insert` AFTER INSERT ON `loans` BEGIN
  UPDATE `loan_tallies` SET `loans` = `loans` + 1, `asked` = `asked` + new.new_loan_amount, `changes` = `changes` + 1 WHERE `status` = new.admin_com_select;
END;
--> statement-breakpoint
CREATE TRIGGER `loan_tallies_update` AFTER UPDATE ON `loans` BEGIN
  UPDATE `loan_tallies` SET `loans` = `loans` - 1, `asked` = `asked` - old.new_loan_amount, `changes` = `changes` + 1 WHERE `status` = old.admin_com_select;
  UPDATE `loan_tallies` SET `loans` = `loans` + 1, `asked` = `asked` + new.new_loan_amount, `changes` = `changes` + 1 WHERE `status` = new.admin_com_select;
END;
--> statement-breakpoint
CREATE TRIGGER `loan_tallies_delete` AFTER DELETE ON `loans` BEGIN
  UPDATE `loan_tallies` SET `loans` = `loans` - 1, `asked` = `asked` - old.new_loan_amount, `changes` = `changes` + 1 WHERE `status` = old.admin_com_select;
END;
--> statement-breakpoint
CREATE TRIGGER `loan_tallies_conditions` AFTER UPDATE OF `broker_updated_at`, `viewed_at` ON `conditions` BEGIN
  UPDATE `loan_tallies` SET `changes` = `changes` + 1 WHERE `status` = (SELECT admin_com_select FROM `loans` WHERE id = new.loan_id);
END;
