package io.metasched.service.config;

import com.typesafe.config.Config;
import io.metasched.service.notice.AllowedHosts;
import java.time.Duration;
import java.util.List;

/**
 * Settings of notifications.
 *
 * @param hosts hosts to which webhooks may send
 * @param ofAccount highest number of webhooks of an account
 * @param giveUpAfter time after an event from which failing deliveries are given up
 * @param mailCommand program and arguments that send a mail; empty for no mails
 * @param mailsPerHour highest number of mails of an account in an hour
 */
public record NotificationSettings(
    AllowedHosts hosts,
    int ofAccount,
    Duration giveUpAfter,
    List<String> mailCommand,
    int mailsPerHour) {
  public NotificationSettings {
    mailCommand = List.copyOf(mailCommand);
  }

  static NotificationSettings read(Config own) {
    var hosts = own.getStringList("allowed-hosts");
    for (var host : hosts) {
      ServiceSettings.require(
          "notifications.allowed-hosts",
          "HOST, HOST:PORT or HOST:*, in lower case, with *. at the beginning for any names",
          AllowedHosts.ENTRY.matcher(host).matches(),
          host);
    }
    var giveUp = own.getDuration("give-up-after");
    ServiceSettings.require(
        "notifications.give-up-after", "1s and up", giveUp.toSeconds() >= 1, giveUp);
    return new NotificationSettings(
        new AllowedHosts(hosts),
        count(own, "webhooks-of-account", 0),
        giveUp,
        own.getStringList("mail-command"),
        count(own, "mails-per-hour", 1));
  }

  private static int count(Config own, String key, int least) {
    int count = own.getInt(key);
    ServiceSettings.require("notifications." + key, least + " and up", count >= least, count);
    return count;
  }
}
