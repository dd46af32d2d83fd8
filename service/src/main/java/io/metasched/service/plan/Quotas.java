package io.metasched.service.plan;

import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Limits;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.Tally;
import io.metasched.service.book.Written;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import io.metasched.service.run.StoredInput;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Bounds on stored data, per account and in total, so that no account can exhaust the capacity that
 * others need.
 *
 * @param accountJobs highest number of open jobs of an account
 * @param accountInputBytes highest total size of the inputs of these jobs, in bytes
 * @param inputBytes highest total size of the inputs of all open jobs, in bytes
 * @param accountClaims highest number of open reservations and firm offers of an account
 * @param heapBytes highest estimated heap usage of all stored jobs, claims, and ledger entries of
 *     offers and transfers, in bytes
 * @param dayBytes bytes per day that the requests of a principal, or the requests about an account,
 *     may write; the request that exceeds this limit is still accepted
 */
public record Quotas(
    int accountJobs,
    long accountInputBytes,
    long inputBytes,
    int accountClaims,
    long heapBytes,
    long dayBytes) {
  /** Bounds that refuse nothing. */
  public static final Quotas NONE =
      new Quotas(
          Integer.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Integer.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE);

  /**
   * Factor of an account's share: an account may hold up to twice the remaining capacity, so that
   * some capacity always remains for other accounts.
   */
  private static final int TIMES_WHAT_IS_LEFT = 2;

  /** Returns the refusal for an exceeded quota. */
  static Result exceeded(String code, String text) {
    return exceeded(new Reason(code, text));
  }

  /** Returns the refusal for an exceeded quota or limit. */
  static Result exceeded(Reason why) {
    return new Result(Outcome.OVER_QUOTA, "", why);
  }

  private static Optional<Result> above(
      long sum, long most, String code, String what, String account) {
    return sum <= most
        ? Optional.empty()
        : Optional.of(
            exceeded(
                code,
                "%s would have %,d %s, allowed are %,d".formatted(who(account), sum, what, most)));
  }

  private static String who(String payer) {
    return payer.startsWith(BookState.ownerKeys("")) ? payer : "account " + payer;
  }

  /** Returns a refusal if {@code count} jobs with a specification would exceed a quota. */
  Optional<Result> refusal(BookState state, JobSpec spec, int count) {
    long bytes = count * StoredInput.bytes(spec.run().input());
    return refusal(state, spec.account(), count, bytes, count * Tally.heapBytes(spec));
  }

  /** Returns a refusal if jobs of an account, submitted together, would exceed a quota. */
  Optional<Result> refusal(BookState state, String account, List<JobSpec> specs) {
    long bytes = specs.stream().mapToLong(spec -> StoredInput.bytes(spec.run().input())).sum();
    long heap = specs.stream().mapToLong(Tally::heapBytes).sum();
    return refusal(state, account, specs.size(), bytes, heap);
  }

  /** Returns a refusal if {@code count} further waiting jobs would exceed a limit of an account. */
  static Optional<Result> waiting(BookState state, String account, String user, int count) {
    var limits = AccountLimits.of(state, account);
    var tally = state.open().tally();
    var name = "account " + account;
    return waiting(
            ReasonCode.ACCOUNT_WAITING_LIMIT, name, tally.waiting(account), count, limits.account())
        .or(
            () ->
                waiting(
                    ReasonCode.PERSON_WAITING_LIMIT,
                    user + " in " + name,
                    tally.waiting(account, user),
                    count,
                    limits.person()));
  }

  private static Optional<Result> waiting(
      ReasonCode code, String name, int present, int count, Limits limits) {
    return limits
        .waiting()
        .filter(most -> (long) present + count > most)
        .map(
            most -> {
              long jobs = (long) present + count;
              var text = "%s would have %,d waiting job%s, allowed are %,d";
              return exceeded(code.reason(text.formatted(name, jobs, jobs == 1 ? "" : "s", most)));
            });
  }

  private Optional<Result> refusal(
      BookState state, String account, int count, long inputBytes, long moreHeapBytes) {
    var tally = state.open().tally();
    long jobs = tally.of(account).jobs() + (long) count;
    return above(jobs, accountJobs, "account-jobs", "jobs that are not over", account)
        .or(() -> inputBytes == 0 ? Optional.empty() : input(tally, account, inputBytes))
        .or(() -> crowded(tally, account, moreHeapBytes));
  }

  /** Returns a refusal if {@code more} bytes of stored data of an account would exceed a quota. */
  Optional<Result> growth(BookState state, String account, long more) {
    return more <= 0 ? Optional.empty() : crowded(state.open().tally(), account, more);
  }

  private Optional<Result> input(Tally tally, String account, long bytes) {
    long own = tally.of(account).inputBytes() + bytes;
    return above(own, accountInputBytes, "account-input", "bytes of input", account)
        .or(
            () ->
                shared(
                    "input", "input files", account, own, tally.inputBytes() + bytes, inputBytes));
  }

  /** Returns a refusal if a further reservation or offer of an account would exceed a quota. */
  Optional<Result> refusal(BookState state, String account) {
    var tally = state.open().tally();
    return above(
            tally.of(account).claims() + 1L,
            accountClaims,
            "account-reservations",
            "reservations and firm offers",
            account)
        .or(() -> crowded(tally, account, 0));
  }

  /**
   * Returns a refusal of the events of a request if the daily limit is reached. Events that only
   * end something are never refused; otherwise, jobs could not be stopped.
   */
  public Optional<Result> refusal(
      BookState state, String principal, List<BookEvent> events, Instant now) {
    if (events.stream().allMatch(BookEvent::endsSomething)) {
      return Optional.empty();
    }
    var written = state.open().tally().written();
    for (var name : Written.names(state, principal, events)) {
      long bytes = written.on(now, name);
      if (bytes >= dayBytes) {
        var text =
            "%s has written %,d bytes to the event store today, allowed are %,d; more from"
                + " %s on";
        var end = ReasonText.time(written.end(now));
        return Optional.of(exceeded("bytes-per-day", text.formatted(name, bytes, dayBytes, end)));
      }
    }
    return Optional.empty();
  }

  private Optional<Result> crowded(Tally tally, String account, long more) {
    long own = tally.of(account).heapBytes() + more;
    return shared("book-full", "memory", account, own, tally.heapBytes() + more, heapBytes);
  }

  /**
   * Returns the refusal of an account that would have more than twice the remaining shared
   * capacity.
   */
  private static Optional<Result> shared(
      String code, String what, String account, long own, long all, long most) {
    long left = Math.max(0, most - all);
    long allowed = left > most / TIMES_WHAT_IS_LEFT ? most : TIMES_WHAT_IS_LEFT * left;
    return own <= allowed
        ? Optional.empty()
        : Optional.of(
            exceeded(
                code,
                ("%s would have %,d bytes of %s in the event store, allowed are %,d, because %,d"
                        + " of %,d are left for all")
                    .formatted(who(account), own, what, allowed, left, most)));
  }
}
