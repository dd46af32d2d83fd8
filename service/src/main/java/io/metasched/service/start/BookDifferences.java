package io.metasched.service.start;

import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.Money;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.config.ServiceSettings.FirstUser;
import io.metasched.service.identity.IdentityRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Differences of the settings from the event store, which the service logs at its start: users are
 * only read at the first start, and accounts of rules may be opened later.
 */
final class BookDifferences {
  private final BookState state;
  private final List<String> found = new ArrayList<>();

  private BookDifferences(BookState state) {
    this.state = state;
  }

  /** Returns a line for each difference. */
  static List<String> of(BookState state, ServiceSettings settings) {
    var differences = new BookDifferences(state);
    settings.users().forEach(differences::user);
    int number = 0;
    for (var rule : settings.access().identities().rules()) {
      differences.rule(number++, rule);
    }
    return differences.found;
  }

  private void user(FirstUser user) {
    var name = user.name();
    var account = state.payer(name);
    if (account.isEmpty()) {
      found.add(
          ("user %s in service.conf has no account: users are read at the first start only; use"
                  + " 'metasched account %s --open'")
              .formatted(name, name));
      return;
    }
    if (!account.flatMap(AccountRecord::granted).map(GrantRecord::grant).equals(user.grant())) {
      found.add(
          ("the grant of user %s in service.conf is not that of account %s, and has no effect on it;"
                  + " use 'metasched account %s --grant'")
              .formatted(name, name, name));
    }
    var first = firstDeposit(name);
    // no entry is written for a first deposit of 0
    if (user.depositMilli() != 0
        && first.filter(milli -> milli != user.depositMilli()).isPresent()) {
      found.add(
          ("the deposit of user %s in service.conf is %s, but the first one of account %s was %s;"
                  + " use 'metasched account %s --deposit'")
              .formatted(
                  name, Money.format(user.depositMilli()), name, Money.format(first.get()), name));
    }
  }

  /** Returns the deposit with which an account was opened; empty if its entry is deleted. */
  private Optional<Long> firstDeposit(String account) {
    var entries = state.ledger().from(new LedgerEntry.Key(account, 0, 0), true).iterator();
    var first =
        entries.hasNext() ? Optional.of(entries.next().value()) : Optional.<LedgerEntry>empty();
    var kind = first.filter(entry -> entry.key().account().equals(account)).map(LedgerEntry::kind);
    if (kind.filter(LedgerEntry.Kind.CARRIED_FORWARD::equals).isPresent()) {
      return Optional.empty();
    }
    boolean isDeposit = kind.filter(LedgerEntry.Kind.DEPOSIT::equals).isPresent();
    return Optional.of(isDeposit ? first.orElseThrow().milli() : 0L);
  }

  private void rule(int number, IdentityRule rule) {
    for (var account : rule.accounts()) {
      if (state.payer(account).isEmpty()) {
        found.add(
            ("rules[%d] in metasched.service.access.identities names account %s, which does not"
                    + " exist; open it with 'metasched account %s --open', or correct the rule")
                .formatted(number, account, account));
      }
    }
  }
}
