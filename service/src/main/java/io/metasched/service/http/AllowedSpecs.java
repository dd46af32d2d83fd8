package io.metasched.service.http;

import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.service.api.Problem;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.JobSpec;
import java.util.Optional;

/** Check of the members of jobs that depend on the settings of the service. */
record AllowedSpecs(ApiContext context) {
  /**
   * Checks a job.
   *
   * @param pointer pointer of the job in the body
   * @throws io.metasched.service.api.Problem if the settings do not allow a member
   */
  void require(Call call, JobSpec spec, String pointer) {
    requirePriority(call, spec.priority(), spec.account(), pointer);
    if (spec.mail().isPresent() && !sendsMails()) {
      throw Problem.refused(
          pointer + "/mail",
          "the service sends no mails (notifications.mail-command)",
          "a job without mails",
          spec.mail().get().to());
    }
  }

  /** Checks the priority of a new or changed job of an account. */
  void requirePriority(Call call, Optional<Integer> priority, String account, String pointer) {
    int usual = context.highestPriority();
    int most = AccountLimits.of(context.state(), account).priority(usual);
    if (priority.isPresent() && context.cycles().queue().order() == QueueOrder.FIFO) {
      throw Problem.refused(
          pointer + "/priority",
          "the service plans jobs in the order of submission (cycle.queue-order)",
          "a job without a priority",
          priority.get().toString());
    } else if (priority.orElse(0) > most && !call.isAdmin()) {
      throw Problem.refused(
          pointer + "/priority",
          most != usual
              ? "it is above %d, the highest of users of account %s".formatted(most, account)
              : "it is above %d, the highest of users (cycle.highest-priority)".formatted(most),
          "up to %d".formatted(most),
          priority.get().toString());
    }
  }

  boolean sendsMails() {
    return !context.notifications().mailCommand().isEmpty();
  }
}
