package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.ReasonCode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Dependencies of jobs on other jobs, according to the book alone. A job that was deleted after its
 * end counts as one that has met all conditions, because a job that depended on another outcome was
 * refused before.
 */
final class JobDependencies {
  private JobDependencies() {}

  /** Returns whether all dependencies of a job are met. */
  static boolean areMet(BookState state, JobRecord job) {
    return job.spec().after().stream().noneMatch(each -> isOpen(state, each));
  }

  private static boolean isOpen(BookState state, Dependency on) {
    return state.job(on.job()).filter(other -> !on.isMetBy(other.state())).isPresent();
  }

  /** Returns the reason why a job waits for other jobs; empty if it does not. */
  static Optional<Reason> open(BookState state, JobSpec spec) {
    var open = spec.after().stream().filter(each -> isOpen(state, each)).toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    var first = open.get(0);
    var others = open.size() == 1 ? "" : ", and for %d more".formatted(open.size() - 1);
    var label = state.job(first.job()).map(other -> other.state().label()).orElse("");
    return Optional.of(
        ReasonCode.DEPENDENCY.reason(
            "it waits for job %s, which is %s, to %s%s"
                .formatted(first.job(), label, first.infinitive(), others)));
  }

  /** Returns the reason why the dependencies of a job can never be met; empty if they can. */
  static Optional<Reason> missed(BookState state, JobSpec spec) {
    return missed(state, spec, List.of());
  }

  /**
   * Returns the reason why the dependencies of a job can never be met; empty if they can.
   *
   * @param refused ids of jobs that are refused together with this job
   */
  static Optional<Reason> missed(BookState state, JobSpec spec, Collection<String> refused) {
    for (var each : spec.after()) {
      var known =
          refused.contains(each.job())
              ? Optional.of(JobState.REFUSED)
              : state.job(each.job()).map(JobRecord::state);
      if (known.filter(each::isMissedBy).isPresent()) {
        return Optional.of(
            ReasonCode.DEPENDENCY_MISSED.reason(
                "it runs only if job %s %s, but that job is %s"
                    .formatted(each.job(), each.verb(), known.get().label())));
      }
    }
    return Optional.empty();
  }

  /** Returns the reason why a new job cannot have its dependencies; empty if it can. */
  static Optional<Reason> unknown(BookState state, JobSpec spec) {
    return spec.after().stream()
        .map(Dependency::job)
        .filter(id -> state.job(id).filter(job -> isOfAccount(job, spec)).isEmpty())
        .findFirst()
        .map(
            id ->
                ReasonCode.DEPENDENCY_UNKNOWN.reason(
                    "the account %s has no job %s to wait for".formatted(spec.account(), id)));
  }

  private static boolean isOfAccount(JobRecord job, JobSpec spec) {
    return job.spec().account().equals(spec.account());
  }
}
