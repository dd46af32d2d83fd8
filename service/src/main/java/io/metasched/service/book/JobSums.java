package io.metasched.service.book;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Sums over the jobs of a group, which are derived from these jobs, and are stored to avoid
 * searches. Immutable.
 *
 * @param version number of the last event that changed a job of the group
 * @param counts number of jobs by state; states without jobs are absent
 * @param lastEnd end of the job that ended last; empty if none has ended
 * @param committedMilli money that is held for the jobs or was charged, in 1/1000
 */
public record JobSums(
    long version, Map<JobState, Integer> counts, Optional<Instant> lastEnd, long committedMilli) {
  /** Sums over no jobs. */
  static final JobSums NONE = new JobSums(0, new EnumMap<>(JobState.class), Optional.empty(), 0);

  public JobSums {
    counts = Collections.unmodifiableMap(new EnumMap<>(counts));
  }

  /** Returns a copy with a changed or new job. */
  JobSums with(Optional<JobRecord> before, JobRecord job) {
    var others = new EnumMap<JobState, Integer>(JobState.class);
    others.putAll(counts);
    before.ifPresent(old -> others.merge(old.state(), -1, Integer::sum));
    others.merge(job.state(), 1, Integer::sum);
    others.values().removeIf(count -> count == 0);
    var end = job.times().ended().filter(own -> lastEnd.filter(own::isBefore).isEmpty());
    long more = committed(job) - before.map(JobSums::committed).orElse(0L);
    return new JobSums(
        Math.max(version, job.version()), others, end.or(() -> lastEnd), committedMilli + more);
  }

  private static long committed(JobRecord job) {
    return job.money().held() + job.money().charged();
  }

  /** Returns the states of the jobs. */
  public Set<JobState> states() {
    return counts.keySet();
  }

  /** Returns whether all jobs have ended. */
  public boolean isOver() {
    return states().stream().allMatch(JobState::isFinal);
  }

  /** Returns whether all jobs ended before an instant. */
  boolean wasOver(Instant before) {
    return isOver() && lastEnd.filter(before::isAfter).isPresent();
  }

  /** Returns the number of jobs that have a window or run. */
  public int active() {
    return counts.entrySet().stream()
        .filter(each -> each.getKey() != JobState.WAITING && !each.getKey().isFinal())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** Returns the number of jobs in a state. */
  public int count(JobState state) {
    return counts.getOrDefault(state, 0);
  }

  /**
   * Returns one state for all jobs: the most advanced state of the jobs that have not ended, or, if
   * all have ended, {@code FINISHED} only if all have finished, and {@code REFUSED} only if no job
   * has ended in another way, because jobs that follow a failed job are refused.
   */
  public JobState state() {
    return last(state -> !state.isFinal())
        .or(() -> last(state -> state != JobState.FINISHED && state != JobState.REFUSED))
        .or(() -> last(state -> true))
        .orElse(JobState.WAITING);
  }

  private Optional<JobState> last(Predicate<JobState> condition) {
    return states().stream().filter(condition).reduce((earlier, later) -> later);
  }
}
