package io.metasched.service.plan;

import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.Dependency.Outcome;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.ReasonCode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Dependencies of jobs on other jobs and on arrays, according to the book alone. A job that was
 * deleted after its end counts as one that has met all conditions, because a job that depended on
 * another outcome was refused before.
 */
public final class JobDependencies {
  private JobDependencies() {}

  /** Returns whether all dependencies of a job are met. */
  public static boolean areMet(BookState state, JobRecord job) {
    return job.spec().after().stream().noneMatch(each -> isOpen(state, of(job, each)));
  }

  /**
   * Returns whether a booked job may start: other jobs that it follows in its workflow, and whose
   * windows precede its own, have ended as required.
   */
  static boolean mayStart(BookState state, JobRecord job) {
    return job.spec().task().isEmpty() || areMet(state, job);
  }

  /** Returns a dependency of a job, which is on another element for an outcome of each element. */
  private static Dependency of(JobRecord job, Dependency on) {
    return on.outcome() == Outcome.EACH_OK && JobIds.array(job.id()).isPresent()
        ? new Dependency(JobIds.element(on.job(), JobIds.index(job.id())), Outcome.OK)
        : on;
  }

  private static List<Dependency> of(JobRecord job) {
    return job.spec().after().stream().map(each -> of(job, each)).toList();
  }

  /** Returns the states of a job, or of the elements of an array; empty if it was deleted. */
  private static Collection<JobState> states(BookState state, Dependency on) {
    return state
        .job(on.job())
        .<Collection<JobState>>map(job -> List.of(job.state()))
        .or(() -> state.array(on.job()).map(array -> array.jobs().states()))
        .orElse(List.of());
  }

  private static boolean isOpen(BookState state, Dependency on) {
    var states = states(state, on);
    return !states.isEmpty() && !on.isMetBy(states);
  }

  /** Returns the reason why a job waits for other jobs; empty if it does not. */
  static Optional<Reason> open(BookState state, JobRecord job) {
    return open(state, of(job));
  }

  /** Returns the reason why a job waits for others after its submission; empty if it does not. */
  static Optional<Reason> open(BookState state, JobSpec spec) {
    return open(state, spec.after());
  }

  private static Optional<Reason> open(BookState state, List<Dependency> all) {
    var open = all.stream().filter(each -> isOpen(state, each)).toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    var first = open.get(0);
    var others = open.size() == 1 ? "" : ", and for %d more".formatted(open.size() - 1);
    return Optional.of(
        ReasonCode.DEPENDENCY.reason(
            "it waits for %s, which is %s, to %s%s"
                .formatted(named(state, first), label(state, first), first.infinitive(), others)));
  }

  private static String named(BookState state, Dependency on) {
    return (state.array(on.job()).isPresent() ? "array " : "job ") + on.job();
  }

  private static String label(BookState state, Dependency on) {
    return state
        .job(on.job())
        .map(JobRecord::state)
        .or(() -> state.array(on.job()).map(array -> array.jobs().state()))
        .orElse(JobState.REFUSED)
        .label();
  }

  /** Returns the reason why the dependencies of a new job cannot be met; empty if they can. */
  static Optional<Reason> missed(BookState state, JobSpec spec) {
    return missed(
        state,
        spec.after().stream().filter(each -> each.outcome() != Outcome.EACH_OK).toList(),
        List.of());
  }

  /**
   * Returns the reason why the dependencies of a job can never be met; empty if they can.
   *
   * @param refused ids of jobs that are refused together with this job
   */
  static Optional<Reason> missed(BookState state, JobRecord job, Collection<String> refused) {
    return missed(state, of(job), refused);
  }

  private static Optional<Reason> missed(
      BookState state, List<Dependency> all, Collection<String> refused) {
    for (var each : all) {
      boolean isRefused = refused.contains(each.job());
      var states = isRefused ? List.of(JobState.REFUSED) : states(state, each);
      if (!states.isEmpty() && each.isMissedBy(states)) {
        return Optional.of(
            ReasonCode.DEPENDENCY_MISSED.reason(
                "it runs only if %s %s, but that %s is %s"
                    .formatted(
                        named(state, each),
                        each.verb(),
                        state.array(each.job()).isPresent() ? "array" : "job",
                        isRefused ? JobState.REFUSED.label() : label(state, each))));
      }
    }
    return Optional.empty();
  }

  /** Returns the reason why a new job cannot have its dependencies; empty if it can. */
  static Optional<Reason> unknown(BookState state, JobSpec spec) {
    return spec.after().stream()
        .filter(on -> account(state, on).filter(spec.account()::equals).isEmpty())
        .findFirst()
        .map(
            on ->
                ReasonCode.DEPENDENCY_UNKNOWN.reason(
                    "the account %s has no %s %s to wait for"
                        .formatted(
                            spec.account(),
                            on.outcome() == Outcome.EACH_OK ? "array" : "job",
                            on.job())));
  }

  private static Optional<String> account(BookState state, Dependency on) {
    var ofArray = state.array(on.job()).map(array -> array.spec().account());
    return on.outcome() == Outcome.EACH_OK
        ? ofArray
        : state.job(on.job()).map(job -> job.spec().account()).or(() -> ofArray);
  }

  /**
   * Returns the reason why the elements of a new array cannot wait for the elements of other
   * arrays; empty if they can.
   *
   * @param shape elements of the new array; empty for a single job
   */
  static Optional<Reason> unmatched(BookState state, JobSpec spec, Optional<ArrayShape> shape) {
    for (var on : spec.after()) {
      var others = state.array(on.job()).map(array -> array.submitted().array().indices());
      if (on.outcome() == Outcome.EACH_OK && others.isPresent()) {
        var missing = shape.flatMap(own -> missing(own.indices(), others.get()));
        if (shape.isEmpty() || missing.isPresent()) {
          return Optional.of(
              ReasonCode.DEPENDENCY_UNKNOWN.reason(
                  missing
                      .map(index -> "the array %s has no element %d".formatted(on.job(), index))
                      .orElse("only an array can wait for each element of another array")));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the first index that is not among the other indices. */
  private static Optional<Integer> missing(ArrayIndices own, ArrayIndices others) {
    return IntStream.range(0, own.size())
        .map(own::at)
        .filter(index -> others.place(index) < 0)
        .boxed()
        .findFirst();
  }
}
