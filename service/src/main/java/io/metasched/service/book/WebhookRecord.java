package io.metasched.service.book;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Subscription of a URL to transitions of the jobs of an account.
 *
 * @param url receiver of the notifications; may include secrets
 * @param secret key of the signatures
 * @param transitions transitions of which the receiver is notified
 * @param job id of the only job, or of the only group of jobs; empty for all jobs of the account
 * @param labels labels that a job must have
 * @param since number of the event that created the subscription
 */
@RecordBuilder
public record WebhookRecord(
    String id,
    String account,
    String url,
    String secret,
    List<Transition> transitions,
    Optional<String> job,
    Map<String, String> labels,
    long since)
    implements WebhookRecordBuilder.With {
  public WebhookRecord {
    transitions = List.copyOf(transitions);
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
  }

  /** Returns whether the subscription includes a job, regardless of the transition. */
  public boolean includes(String id, JobSpec spec) {
    return spec.account().equals(account)
        && job.filter(only -> !isOf(only, id) && !isOf(only, spec)).isEmpty()
        && spec.labels().entrySet().containsAll(labels.entrySet());
  }

  private static boolean isOf(String given, JobSpec spec) {
    return spec.task().filter(task -> task.workflow().equals(given)).isPresent();
  }

  /**
   * Returns whether a job is the given one or an element of the given array, whose elements have
   * the id of the array, an underscore and an index.
   */
  public static boolean isOf(String given, String job) {
    return job.startsWith(given)
        && (job.length() == given.length() || job.charAt(given.length()) == '_');
  }
}
