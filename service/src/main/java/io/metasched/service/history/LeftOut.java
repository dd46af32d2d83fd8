package io.metasched.service.history;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.RunPlan;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.book.WebhookRecord;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Redaction of data that replanning does not need and other readers must not see: digests and
 * identities of tokens, commands, environment variables, folders, input files, mail addresses, and
 * the URLs and secrets of webhooks.
 */
public final class LeftOut {
  private static final String INSTEAD = "left-out";

  private LeftOut() {}

  public static BookEvent of(BookEvent event) {
    if (event instanceof BookEvent.JobSubmitted e) {
      return new BookEvent.JobSubmitted(
          e.id(), e.number(), e.user(), of(e.spec()), e.key(), e.digest());
    } else if (event instanceof BookEvent.ArraySubmitted e) {
      return of(e);
    } else if (event instanceof BookEvent.JobChanged e) {
      return new BookEvent.JobChanged(e.id(), e.number(), of(e.spec()));
    } else if (event instanceof BookEvent.TokenIssued e) {
      return new BookEvent.TokenIssued(of(e.token()));
    } else if (event instanceof BookEvent.IdentityUsed e) {
      return new BookEvent.IdentityUsed(INSTEAD, INSTEAD, e.token());
    } else if (event instanceof BookEvent.WebhookMade e) {
      return new BookEvent.WebhookMade(of(e.webhook()));
    }
    return event;
  }

  private static BookEvent.ArraySubmitted of(BookEvent.ArraySubmitted e) {
    return new BookEvent.ArraySubmitted(
        e.id(), e.number(), e.user(), of(e.spec()), e.array(), e.key(), e.digest());
  }

  static SnapshotRow of(SnapshotRow row) {
    if (row instanceof SnapshotRow.ArrayRow array) {
      return new SnapshotRow.ArrayRow(of(array.submitted()), array.at());
    } else if (row instanceof SnapshotRow.JobRow each) {
      return new SnapshotRow.JobRow(each.job().withSpec(of(each.job().spec())));
    } else if (row instanceof SnapshotRow.TokenRow each) {
      return new SnapshotRow.TokenRow(of(each.token()));
    } else if (row instanceof SnapshotRow.WebhookRow each) {
      return new SnapshotRow.WebhookRow(of(each.webhook()));
    }
    return row;
  }

  private static JobSpec of(JobSpec spec) {
    var run = spec.run();
    // names each member, so that a new member is not exported by mistake
    var plan =
        new RunPlan(
            List.of(INSTEAD),
            new TreeMap<>(),
            List.of(),
            run.graceMillis(),
            run.warnMillis(),
            run.memoryBytes(),
            run.processes(),
            Optional.empty());
    return spec.with().run(plan).mail(Optional.empty()).build();
  }

  /**
   * Returns a redacted token. The digest is replaced by a unique text, because tokens are found by
   * digest.
   */
  private static TokenRecord of(TokenRecord token) {
    return token.with().sha256(INSTEAD + " " + token.id()).origin(Optional.empty()).build();
  }

  private static WebhookRecord of(WebhookRecord webhook) {
    return webhook.with().url(INSTEAD).secret(INSTEAD).build();
  }
}
