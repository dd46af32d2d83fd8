package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Money;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.WorkflowRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reasons why waiting jobs of workflows have no windows: whether money or time is certainly
 * missing, at the current prices. Confined to one thread.
 */
public final class WorkflowReasons {
  private static final List<String> CODES =
      List.of(
          ReasonCode.BUDGET.label(),
          ReasonCode.WORKFLOW_BUDGET.label(),
          ReasonCode.WORKFLOW_DEADLINE.label(),
          ReasonCode.WORKFLOW_WINDOW.label());

  private final BookState state;
  private final CycleSettings settings;
  private final Fleet fleet;
  private @Nullable JobAdmission admission; // made when it is needed first
  private final Instant now;
  private final long horizonEnd;
  private final TreeMap<String, Reason> known = new TreeMap<>(); // by workflow

  WorkflowReasons(BookState state, Fleet fleet, CycleSettings settings, Instant now) {
    this.state = state;
    this.fleet = fleet;
    this.settings = settings;
    this.now = now;
    horizonEnd = state.ticks().at(now) + settings.horizon().toMillis();
  }

  /** Returns the reason of a job, with current numbers if it is about the whole workflow. */
  public static Reason current(
      BookState state, Fleet fleet, CycleSettings settings, JobRecord job, Instant now) {
    return job.state() == JobState.WAITING && CODES.contains(job.reason().code())
        ? state
            .workflowOf(job)
            .map(workflow -> new WorkflowReasons(state, fleet, settings, now).of(workflow))
            .orElse(job.reason())
        : job.reason();
  }

  /** Returns the reason why no job of a workflow can have a window. */
  Reason of(WorkflowRecord workflow) {
    return known.computeIfAbsent(workflow.id(), id -> shortage(workflow).orElse(FlowWords.NO_PLAN));
  }

  private JobAdmission admission() {
    var made = admission == null ? JobAdmission.of(state, fleet, settings) : admission;
    admission = made;
    return made;
  }

  private Optional<Reason> shortage(WorkflowRecord workflow) {
    var admission = admission();
    long cost = 0;
    long longest = 0;
    var soonest = now.plus(settings.lead());
    var ends = new TreeMap<String, Long>(); // least time to the end of each waiting job
    for (var job : state.jobsOf(workflow)) {
      if (job.state() != JobState.WAITING
          || LiveJobs.isSetAside(job)
          || LiveJobs.isTooEarly(state, job, horizonEnd)) {
        continue;
      } else if (admission.lacksNodes(state, job.spec(), now)) {
        return Optional.empty();
      }
      var least = admission.least(state, job.spec(), now);
      cost = Math.min(cost, Money.MOST_MILLI) + least.costMilli(); // does not overflow
      long end = begin(job, ends, soonest) + least.ticks();
      ends.put(job.id(), end);
      longest = Math.max(longest, end);
    }
    long chain = longest;
    return tooExpensive(workflow, cost)
        .or(
            () ->
                WorkflowCommands.tooLong(
                    workflow.spec().deadline(),
                    "the longest chain of waiting jobs of its workflow takes",
                    chain,
                    now,
                    soonest));
  }

  /** Returns the time from the soonest start until a job may start, in ticks. */
  private long begin(JobRecord job, Map<String, Long> ends, Instant soonest) {
    long begin = WorkflowCommands.ticksUntil(job.spec(), soonest);
    for (var on : job.spec().after()) {
      begin = Math.max(begin, ends.getOrDefault(on.job(), 0L));
    }
    return begin;
  }

  private Optional<Reason> tooExpensive(WorkflowRecord workflow, long cost) {
    var account = workflow.spec().account();
    long balance = state.account(account).orElseThrow().balanceMilli();
    long left = workflow.unspentMilli().orElse(Long.MAX_VALUE);
    var form = "the waiting jobs of its workflow cost at least %s, but %s %s";
    if (cost > left) {
      return Optional.of(
          ReasonCode.WORKFLOW_BUDGET.reason(
              form.formatted(
                  Money.format(cost), "the budget of the workflow leaves", Money.format(left))));
    }
    return cost <= balance
        ? Optional.empty()
        : Optional.of(
            ReasonCode.BUDGET.reason(
                form.formatted(Money.format(cost), "the account has", Money.format(balance))
                    + Grants.clause(state, account)));
  }
}
