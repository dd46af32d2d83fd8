package io.metasched.service.history;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.RunPlan;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.book.TokenRecord;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Redaction of data that replanning does not need and other readers must not see: digests of
 * tokens, commands, environment variables, folders and input files.
 */
public final class LeftOut {
  private static final String INSTEAD = "left-out";

  private LeftOut() {}

  /** Returns a redacted event. */
  public static BookEvent of(BookEvent event) {
    if (event instanceof BookEvent.JobSubmitted e) {
      return new BookEvent.JobSubmitted(
          e.id(), e.number(), e.user(), of(e.spec()), e.key(), e.digest());
    } else if (event instanceof BookEvent.JobChanged e) {
      return new BookEvent.JobChanged(e.id(), e.number(), of(e.spec()));
    } else if (event instanceof BookEvent.TokenIssued e) {
      return new BookEvent.TokenIssued(of(e.token()));
    }
    return event;
  }

  static SnapshotRow of(SnapshotRow row) {
    if (row instanceof SnapshotRow.JobRow each) {
      return new SnapshotRow.JobRow(of(each.job()));
    } else if (row instanceof SnapshotRow.TokenRow each) {
      return new SnapshotRow.TokenRow(of(each.token()));
    }
    return row;
  }

  private static JobRecord of(JobRecord job) {
    return new JobRecord(
        job.id(),
        job.number(),
        job.user(),
        of(job.spec()),
        job.key(),
        job.digest(),
        job.version(),
        job.state(),
        job.reason(),
        job.attempt(),
        job.parts(),
        job.times(),
        job.money(),
        job.cancelAsked(),
        job.movable());
  }

  private static JobSpec of(JobSpec spec) {
    var run = spec.run();
    return new JobSpec(
        spec.name(),
        spec.account(),
        spec.labels(),
        spec.nodes(),
        spec.work(),
        spec.requirements(),
        spec.costLimitMilli(),
        spec.priceLimitMilli(),
        spec.criterion(),
        spec.notBefore(),
        spec.deadline(),
        new RunPlan(
            List.of(INSTEAD),
            new TreeMap<>(),
            List.of(),
            run.graceMillis(),
            run.warnMillis(),
            run.memoryBytes(),
            run.processes(),
            Optional.empty()),
        spec.onNodeLoss());
  }

  /**
   * Returns a redacted token. Its digest is replaced by a unique text, because tokens are found by
   * their digest.
   */
  private static TokenRecord of(TokenRecord token) {
    return new TokenRecord(
        token.id(),
        INSTEAD + " " + token.id(),
        token.principal(),
        token.role(),
        token.accounts(),
        token.nodes(),
        token.expires(),
        token.parent());
  }
}
