package io.metasched.service.plan;

import static io.metasched.service.plan.JobCommands.none;

import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Grant;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.Tally;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Commands on accounts. The decisions follow from the book alone. */
public final class AccountCommands {
  private AccountCommands() {}

  /**
   * Account to be opened.
   *
   * @param depositMilli first deposit, in 1/1000; 0 for none
   * @param change function that sets the limits and the grant
   */
  public record Opening(String account, long depositMilli, AccountChange change) {}

  /**
   * Opens an account.
   *
   * @param by principal that opens the account
   * @param key idempotency key of the request
   * @param digest digest of the request's body
   */
  public static BookDecision<Result> open(
      BookState state,
      Opening opening,
      String by,
      Optional<String> key,
      String digest,
      Instant now) {
    var id = opening.account();
    var repeated = JobCommands.repeated(state, by, id, key, digest);
    if (repeated.isPresent()) {
      return repeated.get();
    } else if (state.account(id).isPresent()) {
      return none(Outcome.ACCOUNT_EXISTS, id);
    } else if (opening.depositMilli() > mostDeposit(state)) {
      return none(Outcome.TOO_MUCH_MONEY, id);
    }
    int number = -1;
    for (var each : state.accounts().values()) {
      number = Math.max(number, each.number());
    }
    var events = new ArrayList<BookEvent>();
    events.add(new BookEvent.AccountOpened(id, number + 1, key, key.map(text -> digest)));
    events.addAll(changes(id, AccountLimits.NONE, Optional.empty(), opening.change(), now));
    if (opening.depositMilli() > 0) {
      events.add(new BookEvent.Deposited(id, opening.depositMilli(), Optional.empty(), ""));
    }
    return new BookDecision<>(events, new Result(Outcome.DONE, id));
  }

  /**
   * Change of an account.
   *
   * @param version required version
   * @param limits function that replaces the changed limits and keeps the others
   * @param grant function that replaces the grant, or keeps it
   */
  public record AccountChange(
      Optional<Long> version,
      UnaryOperator<AccountLimits> limits,
      UnaryOperator<Optional<Grant>> grant) {}

  /** Changes the limits and the grant of an account. */
  public static BookDecision<Result> change(
      BookState state, String account, AccountChange change, Instant now) {
    var found = state.payer(account);
    if (found.isEmpty()) {
      return none(Outcome.NO_ACCOUNT, account);
    } else if (change.version.filter(wanted -> wanted != found.get().version()).isPresent()) {
      return none(Outcome.OTHER_VERSION, account);
    }
    var limits = found.get().limits().orElse(AccountLimits.NONE);
    return new BookDecision<>(
        changes(account, limits, found.get().granted(), change, now),
        new Result(Outcome.DONE, account));
  }

  private static List<BookEvent> changes(
      String account,
      AccountLimits before,
      Optional<GrantRecord> granted,
      AccountChange change,
      Instant now) {
    var events = new ArrayList<BookEvent>();
    var limits = change.limits.apply(before);
    if (!limits.equals(before)) {
      events.add(new BookEvent.LimitsSet(account, limits));
    }
    var next =
        change
            .grant
            .apply(granted.map(GrantRecord::grant))
            .map(grant -> GrantRecord.of(grant, granted, now));
    if (!next.equals(granted)) {
      events.add(new BookEvent.GrantSet(account, next));
    }
    return events;
  }

  /** Deposits money from the bank. */
  public static BookDecision<Result> deposit(
      BookState state, String account, long milli, String by, Optional<String> key, String digest) {
    if (state.payer(account).isEmpty()) {
      return none(Outcome.NO_ACCOUNT, account);
    }
    var repeated = JobCommands.repeated(state, by, account, key, digest);
    if (repeated.isPresent()) {
      return repeated.get();
    } else if (milli > mostDeposit(state)) {
      return none(Outcome.TOO_MUCH_MONEY, account);
    }
    return BookDecision.of(
        new BookEvent.Deposited(account, milli, key, digest), new Result(Outcome.DONE, account));
  }

  /**
   * Transfers money that does not lapse.
   *
   * @param from account that pays
   * @param by principal of the request
   */
  public static BookDecision<Result> transfer(
      BookState state,
      Quotas quotas,
      String from,
      String to,
      long milli,
      String by,
      Optional<String> key,
      String digest) {
    for (var account : List.of(from, to)) {
      if (state.payer(account).isEmpty()) {
        return none(Outcome.NO_ACCOUNT, account);
      }
    }
    var repeated = JobCommands.repeated(state, by, from, key, digest);
    if (repeated.isPresent()) {
      return repeated.get();
    }
    long movable = state.account(from).orElseThrow().movableMilli();
    if (milli > movable) {
      var why =
          "account %s can transfer %s, which is its balance without granted money that lapses"
              .formatted(from, Money.format(movable));
      return BookDecision.none(
          new Result(Outcome.OVER_BUDGET, from, ReasonCode.BUDGET.reason(why)));
    }
    return quotas
        .growth(state, from, Tally.TRANSFER_BYTES)
        .map(BookDecision::<Result>none)
        .orElseGet(
            () ->
                BookDecision.of(
                    new BookEvent.Transferred(from, to, milli, key, digest),
                    new Result(Outcome.DONE, from)));
  }

  private static long mostDeposit(BookState state) {
    // the bank owes the sum of all accounts, so no account has more than this sum
    return Money.MOST_MILLI - Grants.owed(state);
  }
}
