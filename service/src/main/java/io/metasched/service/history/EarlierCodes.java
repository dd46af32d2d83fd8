package io.metasched.service.history;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.JobPostponed;
import io.metasched.service.book.BookEvent.JobRefused;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;

/**
 * Codes of reasons in histories of earlier versions, which had one code for several causes that
 * have separate codes now.
 */
final class EarlierCodes {
  private EarlierCodes() {}

  /**
   * Returns whether two events are equal, or {@code then} is the form in which an earlier version
   * wrote {@code now}.
   */
  static boolean isSame(BookEvent then, BookEvent now) {
    var one = withoutText(then);
    var other = withoutText(now);
    return one.equals(other) || one.equals(earlier(other));
  }

  /**
   * Returns whether an event only refines the reason why a job waits. An earlier version had a
   * single code for both reasons, and wrote no event for the change.
   *
   * @param before state in which the job still waits for the earlier reason
   */
  static boolean isRefinement(BookEvent event, BookState before) {
    return event instanceof JobPostponed e
        && before
            .job(e.id())
            .map(JobRecord::reason)
            .map(JobRecord.Reason::code)
            .filter(code -> !code.equals(e.code()) && code.equals(earlier(e.code())))
            .isPresent();
  }

  private static String earlier(String code) {
    return switch (code) {
      case "requirements", "price-limit" -> "not-enough-nodes";
      case "deadline-passed", "start-passed", "start-too-near" -> "deadline";
      case "not-sold", "planned-too-late", "node-lost" -> "slot-taken";
      case "never-offered", "held-otherwise", "hold-lapsed" -> "slot-taken";
      default -> code;
    };
  }

  private static BookEvent earlier(BookEvent event) {
    if (event instanceof JobPostponed e) {
      return new JobPostponed(e.id(), e.cycle(), earlier(e.code()), e.text());
    }
    return event instanceof JobRefused e
        ? new JobRefused(e.id(), earlier(e.code()), e.text())
        : event;
  }

  /** Returns an event without its text, whose wording may differ between versions. */
  private static BookEvent withoutText(BookEvent event) {
    if (event instanceof JobPostponed e) {
      return new JobPostponed(e.id(), e.cycle(), e.code(), "");
    }
    return event instanceof JobRefused e ? new JobRefused(e.id(), e.code(), "") : event;
  }
}
