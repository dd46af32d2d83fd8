package io.metasched.service.plan;

import static io.metasched.resource.model.WindowRequest.NO_LIMIT;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.Money;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.WorkflowRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Windows of the jobs of workflows: those in the book, and those that were taken since. A job may
 * have a window ahead of the end of its predecessors if the window begins after the end of their
 * windows. Confined to one thread.
 */
final class WorkflowWindows {
  private final BookState state;
  private final TreeMap<String, Window> taken = new TreeMap<>(); // by job
  private final TreeSet<String> lost = new TreeSet<>(); // jobs without their windows in the book
  private final TreeMap<String, Long> spent = new TreeMap<>(); // by workflow
  private final TreeMap<String, Map<String, List<String>>> successors = new TreeMap<>();

  WorkflowWindows(BookState state) {
    this.state = state;
  }

  /** Takes a window for a job instead of its window in the book, if any. */
  void take(String job, Window window) {
    taken.put(job, window);
  }

  /** Returns whether a window was taken for a job. */
  boolean isTaken(String job) {
    return taken.containsKey(job);
  }

  /**
   * Returns the tick from which a job may start: the end of the last window of its predecessors, or
   * 0 if all have ended. Empty if a predecessor has no window, or has ended in another way.
   */
  OptionalLong earliest(JobRecord job) {
    long earliest = 0;
    for (var on : job.spec().after()) {
      var end = end(on);
      if (end.isEmpty()) {
        return OptionalLong.empty();
      }
      earliest = Math.max(earliest, end.getAsLong());
    }
    return OptionalLong.of(earliest);
  }

  private OptionalLong end(Dependency on) {
    var before = state.job(on.job());
    if (before.isEmpty()) {
      return OptionalLong.of(0); // deleted long after its end
    } else if (before.get().state().isFinal()) {
      boolean isMet = on.isMetBy(List.of(before.get().state()));
      return isMet ? OptionalLong.of(0) : OptionalLong.empty();
    }
    var own = taken.get(on.job());
    if (own == null && lost.contains(on.job())) {
      return OptionalLong.empty();
    }
    return own != null
        ? OptionalLong.of(own.finish())
        : before
            .get()
            .window()
            .map(window -> OptionalLong.of(window.finish()))
            .orElse(OptionalLong.empty());
  }

  /** Returns the tick by which a job must end: the first start of its successors. */
  private long latest(JobRecord job) {
    long latest = NO_LIMIT;
    var workflow = state.workflowOf(job);
    if (workflow.isPresent()) {
      var of = successors.computeIfAbsent(workflow.get().id(), id -> successors(workflow.get()));
      for (var next : of.getOrDefault(job.id(), List.of())) {
        var window = Optional.ofNullable(taken.get(next)).or(() -> held(next));
        latest = Math.min(latest, window.map(Window::start).orElse(NO_LIMIT));
      }
    }
    return latest;
  }

  /** Returns the window of an open job in the book, unless it is given back. */
  private Optional<Window> held(String id) {
    return lost.contains(id)
        ? Optional.empty()
        : state.job(id).filter(job -> !job.state().isFinal()).flatMap(JobRecord::window);
  }

  private Map<String, List<String>> successors(WorkflowRecord workflow) {
    var of = new TreeMap<String, List<String>>();
    for (var id : workflow.ids()) {
      for (var on : state.job(id).map(job -> job.spec().after()).orElse(List.of())) {
        of.computeIfAbsent(on.job(), key -> new ArrayList<>()).add(id);
      }
    }
    return of;
  }

  /** Counts money that a window of a job costs in addition. */
  void spend(JobRecord job, long milli) {
    state.workflowOf(job).ifPresent(each -> spent.merge(each.id(), milli, Long::sum));
  }

  /**
   * Returns the reason why a job of a workflow cannot have a window, if there is one: it must lie
   * between those of the job's predecessors and successors, and the budget must pay for it.
   *
   * @param milli additional money that the window needs, in 1/1000
   */
  Optional<Reason> refusal(JobRecord job, Window window, long milli) {
    var workflow = state.workflowOf(job);
    if (workflow.isEmpty()) {
      return Optional.empty();
    } else if (!startsInTime(job, window) || window.finish() > latest(job)) {
      return Optional.of(FlowWords.LOST_TURN);
    }
    long left =
        workflow.get().unspentMilli().orElse(Long.MAX_VALUE)
            - spent.getOrDefault(workflow.get().id(), 0L);
    return milli <= left
        ? Optional.empty()
        : Optional.of(
            ReasonCode.WORKFLOW_BUDGET.reason(
                "its window costs %s, but the budget of its workflow leaves %s"
                    .formatted(Money.format(milli), Money.format(left))));
  }

  private boolean startsInTime(JobRecord job, Window window) {
    var earliest = earliest(job);
    return earliest.isPresent() && earliest.getAsLong() <= window.start();
  }

  /**
   * Gives back the windows of all jobs of a workflow that have no start order, but a predecessor
   * that has no window ending before theirs, or has ended in another way.
   *
   * @return these jobs; each comes after its predecessors
   */
  List<JobRecord> loseBroken(WorkflowRecord workflow) {
    var broken = new ArrayList<JobRecord>();
    if (workflow.jobs().active() > 0) {
      for (var job : state.jobsOf(workflow)) {
        if (job.state().hasIdleWindow() && !startsInTime(job, job.window().orElseThrow())) {
          lost.add(job.id());
          broken.add(job);
        }
      }
    }
    return broken;
  }

  /** Returns whether a job of any workflow would lose its window. */
  static boolean isAnyBroken(BookState state) {
    var windows = new WorkflowWindows(state);
    for (var workflow : state.workflows().values()) {
      if (!windows.loseBroken(workflow).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a booked job whose limits also keep it between the windows of its predecessors and
   * successors, and within the money of its workflow.
   */
  Job bounded(Job job, JobRecord of) {
    var workflow = state.workflowOf(of);
    if (workflow.isEmpty()) {
      return job;
    }
    long left =
        workflow.get().unspentMilli().map(milli -> milli + of.money().held()).orElse(NO_LIMIT);
    return job.within(earliest(of).orElse(NO_LIMIT), Math.max(0, left)).by(latest(of));
  }
}
