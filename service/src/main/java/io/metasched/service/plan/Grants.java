package io.metasched.service.plan;

import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Payment of the grants of accounts at the beginning of each period, and lapse of their money. */
public final class Grants {
  private static final int MOST = 1000; // events in one decision

  private Grants() {}

  /**
   * Returns the events that are due: money lapses first, then the periods that have begun are paid.
   * If several periods were missed, a grant that is carried over is paid for each, another one only
   * for the last.
   */
  public static List<BookEvent> due(BookState state, Instant now) {
    var events = new ArrayList<BookEvent>();
    long room = Money.MOST_MILLI - owed(state);
    for (var account : state.accounts().values()) {
      var lapsing = lapsing(account, now);
      lapsing.ifPresent(events::add);
      if (account.granted().isPresent()) {
        room += lapsing.isPresent() ? account.lapsing().until(now).sumMilli() : 0;
        for (var paid : payments(account.id(), account.granted().get(), now, room)) {
          events.add(paid);
          room -= paid.milli();
        }
      }
      if (events.size() >= MOST) {
        break;
      }
    }
    return events;
  }

  /** Returns the lapses that are due. */
  public static List<BookEvent> lapses(BookState state, Instant now) {
    var events = new ArrayList<BookEvent>();
    state.accounts().values().forEach(each -> lapsing(each, now).ifPresent(events::add));
    return events;
  }

  private static Optional<BookEvent> lapsing(AccountRecord account, Instant now) {
    var due = account.lapsing().until(now).milli();
    return due.isEmpty()
        ? Optional.empty()
        : Optional.of(new BookEvent.GrantLapsed(account.id(), due.lastKey()));
  }

  private static List<BookEvent.GrantPaid> payments(
      String account, GrantRecord granted, Instant now, long room) {
    var payments = new ArrayList<BookEvent.GrantPaid>();
    var grant = granted.grant();
    long left = room;
    for (long next = granted.next(); !grant.start(next).isAfter(now); next++) {
      var end = grant.start(next + 1);
      if ((grant.carriesOver() || end.isAfter(now)) && payments.size() < MOST) {
        long milli = Math.max(0, Math.min(grant.milli(), left));
        left -= milli;
        var lapses = Optional.of(end).filter(any -> !grant.carriesOver());
        payments.add(new BookEvent.GrantPaid(account, next, milli, lapses));
      }
    }
    return payments;
  }

  /** Returns the sum that the bank owes, in 1/1000. */
  static long owed(BookState state) {
    return -state.account(AccountRecord.BANK).map(AccountRecord::balanceMilli).orElse(0L);
  }

  /** Returns a clause about the next grant of an account; empty if there is none. */
  public static String clause(BookState state, String account) {
    return state
        .account(account)
        .flatMap(AccountRecord::granted)
        .map(
            granted ->
                "; its next grant, %s, is paid at %s"
                    .formatted(
                        Money.format(granted.grant().milli()),
                        ReasonText.time(granted.grant().start(granted.next()))))
        .orElse("");
  }
}
