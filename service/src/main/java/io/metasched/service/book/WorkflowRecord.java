package io.metasched.service.book;

import io.metasched.service.book.BookEvent.WorkflowSubmitted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Workflow in the book: jobs with edges between them, which are planned together. Immutable.
 *
 * @param at time of the submission
 * @param jobs sums over the jobs
 */
public record WorkflowRecord(WorkflowSubmitted submitted, Instant at, JobSums jobs) {

  /** Creates a workflow without jobs, which are added later. */
  WorkflowRecord(WorkflowSubmitted submitted, Instant at) {
    this(submitted, at, JobSums.NONE);
  }

  public String id() {
    return submitted.id();
  }

  public WorkflowSpec spec() {
    return submitted.workflow();
  }

  /** Returns the ids of the jobs; each comes after its predecessors. */
  public List<String> ids() {
    return submitted.jobs();
  }

  /** Returns the name that the idempotency key of the submission has in the book. */
  Optional<String> keyName() {
    return submitted
        .key()
        .map(key -> IdempotencyKeys.name(submitted.user(), spec().account(), key));
  }

  /** Returns the record for the idempotency key of the submission. */
  BookState.KeyRecord made() {
    return new BookState.KeyRecord(submitted.digest(), id());
  }

  /** Returns a copy with a changed or new job. */
  WorkflowRecord with(Optional<JobRecord> before, JobRecord job) {
    return new WorkflowRecord(submitted, at, jobs.with(before, job));
  }

  /** Returns the money of the budget that is neither held nor charged; empty without a budget. */
  public Optional<Long> unspentMilli() {
    return spec().budgetMilli().map(milli -> milli - jobs.committedMilli());
  }
}
