package io.metasched.service.plan;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Tally;
import io.metasched.service.plan.JobCommands.Change;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decision on a change of waiting jobs: either all of them are changed, or none. */
record JobChanges(JobCommands commands, BookState state, Change change, Instant now) {
  /** Estimated size of jobs that may be changed at once, because the change writes each of them. */
  private static final long MOST_BYTES = 64 << 20;

  BookDecision<Result> ofJob(String id) {
    var job = state.job(id);
    if (job.isEmpty()) {
      return JobCommands.none(Outcome.NO_JOB, id);
    } else if (isOther(job.get().version())) {
      return JobCommands.none(Outcome.OTHER_VERSION, id);
    } else if (job.get().state() != JobState.WAITING) {
      boolean isOver = job.get().state().isFinal();
      return JobCommands.none(isOver ? Outcome.IS_OVER : Outcome.NOT_WAITING, id);
    }
    return changed(id, job.get().spec().account(), List.of(job.get()));
  }

  BookDecision<Result> ofArray(String id) {
    var array = state.array(id);
    if (array.isEmpty()) {
      return JobCommands.none(Outcome.NO_ARRAY, id);
    } else if (isOther(array.get().jobs().version())) {
      return JobCommands.none(Outcome.OTHER_VERSION, id);
    }
    var waiting =
        state.elements(array.get()).stream()
            .filter(job -> job.state() == JobState.WAITING)
            .toList();
    if (waiting.isEmpty()) {
      return JobCommands.none(
          array.get().jobs().isOver() ? Outcome.IS_OVER : Outcome.NOT_WAITING, id);
    }
    return changed(id, array.get().spec().account(), waiting);
  }

  /** Returns a changed specification that still keeps the deadline of the job's workflow. */
  private JobSpec withinWorkflow(JobRecord job, JobSpec changed) {
    return state
        .workflowOf(job)
        .map(workflow -> WorkflowCommands.bounded(workflow.spec(), changed))
        .orElse(changed);
  }

  private boolean isOther(long version) {
    return change.version().filter(wanted -> wanted != version).isPresent();
  }

  private BookDecision<Result> changed(String id, String account, List<JobRecord> jobs) {
    var events = new ArrayList<BookEvent>();
    long more = 0;
    long all = 0;
    var accepted = Optional.<JobSpec>empty(); // elements of an array usually have equal ones
    for (var job : jobs) {
      var before = job.spec();
      var labelled = before.withLabels(change.labels().orElse(before.labels()));
      var other =
          change
              .limits()
              .map(limits -> withinWorkflow(job, limits.apply(labelled)))
              .orElse(labelled)
              .withPriority(change.priority().or(before::priority));
      if (change.limits().isPresent() && accepted.filter(other::equals).isEmpty()) {
        var payer = state.account(account).orElseThrow();
        var refusal = commands.refusal(state, other, payer, now);
        if (refusal.isPresent()) {
          return BookDecision.none(refusal.get());
        }
        accepted = Optional.of(other);
      }
      all += Tally.heapBytes(other);
      more += Tally.heapBytes(other) - Tally.heapBytes(before);
      if (!labelled.equals(before)) {
        events.add(new BookEvent.JobLabelled(job.id(), labelled.labels()));
      }
      if (!other.equals(labelled)) {
        events.add(new BookEvent.JobChanged(job.id(), job.number(), other));
      }
    }
    if (all > MOST_BYTES) {
      var text = "a change of %,d jobs with %,d bytes is too large, allowed are %,d";
      return BookDecision.none(
          Quotas.exceeded("change-size", text.formatted(jobs.size(), all, MOST_BYTES)));
    }
    return commands
        .market()
        .quotas()
        .growth(state, account, more)
        .map(BookDecision::<Result>none)
        .orElse(new BookDecision<>(events, new Result(Outcome.DONE, id)));
  }
}
