package io.metasched.service.history;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.JobPostponed;
import io.metasched.service.book.BookEvent.JobRefused;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;

/** Codes of reasons in histories of earlier versions, which had one for several causes of today. */
final class EarlierCodes {
  private EarlierCodes() {}

  /** Whether an event says what an earlier version would say, or the same. */
  static boolean isSame(BookEvent then, BookEvent now) {
    var one = withoutText(then);
    var other = withoutText(now);
    return one.equals(other) || one.equals(earlier(other));
  }

  /**
   * Whether an event only says more exactly why a job waits: in the earlier version, which wrote an
   * event for each change of the code, it was no event.
   *
   * @param before the state in which the job still waits for the earlier reason
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

  /** Sentences for people may be put otherwise. */
  private static BookEvent withoutText(BookEvent event) {
    if (event instanceof JobPostponed e) {
      return new JobPostponed(e.id(), e.cycle(), e.code(), "");
    }
    return event instanceof JobRefused e ? new JobRefused(e.id(), e.code(), "") : event;
  }
}
