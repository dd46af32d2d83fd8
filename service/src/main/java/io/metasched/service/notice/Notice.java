package io.metasched.service.notice;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.Transition;
import io.metasched.service.book.WebhookRecord;
import java.util.List;
import java.util.Optional;

/**
 * Event that users may be notified of.
 *
 * @param job id of the job
 * @param user user of the job
 * @param transitions transitions that the event stands for
 */
public record Notice(
    Recorded recorded, String job, String user, JobSpec spec, List<Transition> transitions) {
  private static final String MAIL = "mail ";

  /** Returns the notice of an event; empty if no user can be notified of it. */
  static Optional<Notice> of(Recorded recorded, BookState state) {
    var transitions = Transition.of(recorded.event());
    return transitions.isEmpty()
        ? Optional.empty()
        : recorded.event().jobs().stream()
            .findFirst()
            .flatMap(state::job)
            .map(job -> new Notice(recorded, job.id(), job.user(), job.spec(), transitions));
  }

  long seq() {
    return recorded.seq();
  }

  /** Returns the transition to report: the most specific one. */
  Transition transition() {
    return transitions.get(transitions.size() - 1);
  }

  /** Returns the receiver of mails about the job, if a mail is requested. */
  Optional<String> mailReceiver() {
    return spec.mail()
        .filter(mail -> isOneOf(mail.transitions()))
        .map(mail -> MAIL + spec.account());
  }

  /** Returns whether a webhook is notified. */
  boolean isFor(WebhookRecord webhook) {
    return seq() > webhook.since() && isOneOf(webhook.transitions()) && webhook.includes(job, spec);
  }

  /** Returns whether a receiver is notified. */
  boolean isFor(String receiver, BookState state) {
    return isMail(receiver)
        ? mailReceiver().filter(receiver::equals).isPresent()
        : state.webhooks().get(receiver).filter(this::isFor).isPresent();
  }

  private boolean isOneOf(List<Transition> wanted) {
    return wanted.stream().anyMatch(transitions::contains);
  }

  /** Returns the account whose jobs a receiver is notified of; empty for a deleted webhook. */
  static Optional<String> accountOf(String receiver, BookState state) {
    return isMail(receiver)
        ? Optional.of(receiver.substring(MAIL.length()))
        : state.webhooks().get(receiver).map(WebhookRecord::account);
  }

  /** Returns whether a receiver gets mails; the other receivers are webhooks. */
  static boolean isMail(String receiver) {
    return receiver.startsWith(MAIL);
  }
}
