package io.metasched.service.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.plan.SmallBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BookDifferencesTest {
  private static final String GRANT =
      ", grant { amount = \"%s\", period = monthly, zone = UTC, from = 2026-01-01 }";

  @TempDir private Path folder;

  private ServiceSettings settings(String users) throws IOException {
    var rule = "{ issuer = a, person = p, role = user, accounts = [lab, gone] }";
    var issuer = "{ name = a, issuer = \"https://a\", audiences = [m], algorithms = [RS256] }";
    Files.writeString(
        folder.resolve("i.conf"), "issuers = [%s], rules = [%s]".formatted(issuer, rule));
    var text = "metasched.service { users = [%s], access.identities = i.conf }".formatted(users);
    var conf = Files.writeString(folder.resolve("my.conf"), text);
    return ServiceSettings.read(Optional.of(conf), Optional.empty(), Optional.empty(), folder);
  }

  private static String user(String name, String deposit, String grant) {
    return "{ name = %s, deposit = \"%s\"%s }".formatted(name, deposit, grant);
  }

  @Test
  void usersThatDifferFromTheirAccountsAreNamed() throws IOException {
    var same = user("lab", "5", GRANT.formatted("3"));
    var book = new SmallBook();
    book.write(new BookEvent.AccountOpened("lab", 7));
    book.write(new BookEvent.Deposited("lab", 5_000, Optional.empty(), ""));
    book.write(new BookEvent.Deposited("lab", 9_000, Optional.empty(), ""));
    var grant = settings(same).users().get(0).grant();
    var granted = grant.map(each -> GrantRecord.of(each, Optional.empty(), SmallBook.NOW));
    book.write(new BookEvent.GrantSet("lab", granted));
    var rule = "rules[0] in metasched.service.access.identities names account gone";

    assertThat(BookDifferences.of(book.state(), settings(same)))
        .singleElement()
        .asString()
        .startsWith(rule);
    var other = user("lab", "6", GRANT.formatted("4")) + ", " + user("new", "0", "");
    assertThat(BookDifferences.of(book.state(), settings(other)))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("the grant of user lab in service.conf is not"),
            line ->
                assertThat(line)
                    .startsWith(
                        "the deposit of user lab in service.conf is 6.000, but the first one of"
                            + " account lab was 5.000"),
            line -> assertThat(line).startsWith("user new in service.conf has no account"),
            line -> assertThat(line).startsWith(rule));
  }
}
