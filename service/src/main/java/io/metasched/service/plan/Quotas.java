package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Tally;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import io.metasched.service.run.StoredInput;
import java.util.Optional;

/**
 * How much the book keeps, for each account and in all, so that no account can take what others
 * need.
 *
 * @param accountJobs most jobs of an account that are not over
 * @param accountInputBytes most that their inputs may have together
 * @param inputBytes most that the inputs of all jobs that are not over may have together
 * @param accountClaims most reservations and firm offers of an account that are not over
 * @param heapBytes most that all jobs and claims that are kept may take of the heap, roughly
 */
public record Quotas(
    int accountJobs, long accountInputBytes, long inputBytes, int accountClaims, long heapBytes) {
  /** Nothing is refused. */
  public static final Quotas NONE =
      new Quotas(
          Integer.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);

  /** An account may have twice of what is left for all others; so some is left for them always. */
  private static final int TIMES_WHAT_IS_LEFT = 2;

  /** Returns that something is refused for its quota. */
  static Result exceeded(String code, String text) {
    return new Result(Outcome.OVER_QUOTA, "", new Reason(code, text));
  }

  private static Optional<Result> above(
      long sum, long most, String code, String what, String account) {
    return sum <= most
        ? Optional.empty()
        : Optional.of(
            exceeded(
                code, "%s would have %,d %s, allowed are %,d".formatted(account, sum, what, most)));
  }

  /** Returns why a job is refused for a quota, if it is. */
  Optional<Result> refusal(BookState state, JobSpec spec) {
    var tally = state.open().tally();
    var account = spec.account();
    var use = tally.of(account);
    var who = "account " + account;
    long bytes = StoredInput.bytes(spec.run().input());
    return above(use.jobs() + 1L, accountJobs, "account-jobs", "jobs that are not over", who)
        .or(
            () ->
                bytes == 0
                    ? Optional.empty()
                    : above(
                            use.inputBytes() + bytes,
                            accountInputBytes,
                            "account-input",
                            "bytes of input",
                            who)
                        .or(
                            () ->
                                above(
                                    tally.inputBytes() + bytes,
                                    inputBytes,
                                    "input",
                                    "bytes of input",
                                    "all accounts together")))
        .or(() -> crowded(tally, account, Tally.heapBytes(spec)));
  }

  /** Returns why a reservation or an offer is refused for a quota, if it is. */
  Optional<Result> refusal(BookState state, String account) {
    var tally = state.open().tally();
    return above(
            tally.of(account).claims() + 1L,
            accountClaims,
            "account-reservations",
            "reservations and firm offers",
            "account " + account)
        .or(() -> crowded(tally, account, 0));
  }

  private Optional<Result> crowded(Tally tally, String account, long more) {
    long left = Math.max(0, heapBytes - tally.heapBytes() - more);
    long most = left > heapBytes / TIMES_WHAT_IS_LEFT ? heapBytes : TIMES_WHAT_IS_LEFT * left;
    long own = tally.of(account).heapBytes() + more;
    return own <= most
        ? Optional.empty()
        : Optional.of(
            exceeded(
                "book-full",
                "what the book keeps of account %s would take %,d bytes of memory, allowed are %,d, as %,d of %,d are left"
                    .formatted(account, own, most, left, heapBytes)));
  }
}
