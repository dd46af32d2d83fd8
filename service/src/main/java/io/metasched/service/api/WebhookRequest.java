package io.metasched.service.api;

import io.metasched.service.book.Transition;
import io.metasched.service.book.WebhookRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Request to create a webhook.
 *
 * @param account account of the jobs; empty for the only account of the caller
 * @param transitions transitions of which the receiver is notified
 * @param job id of the only job or array; empty for all jobs of the account
 * @param labels labels that a job must have
 */
public record WebhookRequest(
    String url,
    Optional<String> account,
    List<Transition> transitions,
    Optional<String> job,
    Map<String, String> labels) {

  /**
   * Returns the webhook.
   *
   * @param usual account used if the request has none
   * @throws Problem if there is no account
   */
  public WebhookRecord webhook(String id, String secret, Optional<String> usual) {
    var payer =
        account
            .or(() -> usual)
            .orElseThrow(
                () -> Problem.invalid("account", "an account that you may pay from", "none"));
    return new WebhookRecord(id, payer, url, secret, transitions, job, labels, 0);
  }
}
