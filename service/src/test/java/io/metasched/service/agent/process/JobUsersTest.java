package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** System users of accounts. */
final class JobUsersTest {
  private static final UidRange THREE = new UidRange(70_000, 70_002);

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("users.json");
  }

  private static UserSettings settings(Optional<UidRange> uids, String... accounts) {
    return new UserSettings(new TreeMap<>(), uids, List.of(accounts));
  }

  @Test
  void eachAccountHasANumberOfItsOwnThatItKeeps() throws Exception {
    var before = AccountUids.in(file(), THREE);
    int one = before.of("one");
    int two = before.of("two");

    var after = AccountUids.in(file(), THREE);

    assertThat(after.of("three")).isNotIn(one, two).isBetween(70_000, 70_002);
    assertThat(after.of("two")).isEqualTo(two);
    assertThat(after.of("one")).isEqualTo(one).isNotEqualTo(two);
  }

  @Test
  void noAccountGetsTheNumberOfAnother() throws Exception {
    var uids = AccountUids.in(file(), THREE);
    for (var account : List.of("one", "two", "three")) {
      uids.of(account);
    }

    assertThat(uids.refusal("two")).isEmpty();
    assertThat(uids.refusal("four"))
        .hasValue(
            "all 3 users of this machine for jobs (uids 70000-70002 in agent.conf) belong to other accounts");
  }

  @Test
  void aNumberThatCannotBeWrittenIsNotGiven() throws Exception {
    var uids = AccountUids.in(folder.resolve("none/users.json"), THREE);

    assertThatThrownBy(() -> uids.of("one")).hasMessageContaining("none");
    Files.createDirectory(folder.resolve("none"));
    assertThat(uids.of("one")).isBetween(70_000, 70_002);
  }

  @Test
  void inAnotherRangeAccountsGetNewNumbers() throws Exception {
    AccountUids.in(file(), THREE).of("one");

    assertThat(AccountUids.in(file(), new UidRange(80_000, 80_000)).of("one")).isEqualTo(80_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "{\"a\":", "{\"a\":70000,\"b\":70000}"})
  void aFileThatIsNotAsItMustBeIsNamed(String text) throws Exception {
    Files.writeString(file(), text);

    assertThatThrownBy(() -> AccountUids.in(file(), THREE))
        .isInstanceOf(AgentException.class)
        .hasMessageStartingWith(file() + ": ");
  }

  @Test
  void numbersOfUsersOfTheMachineAreRefused() {
    assertThatThrownBy(() -> JobUsers.of(settings(UidRange.parse("65000-66000")), true, folder))
        .hasMessageStartingWith("uids: allowed are numbers that nothing on this machine uses");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "0-5", "9-8", "1-2-3", "a-b", "-1-5", "1-9999999999"})
  void aRangeIsTwoNumbersFrom1(String text) {
    assertThat(UidRange.parse(text)).isEmpty();
  }

  @Test
  void withoutRootUnprotectedAccountsAreReportedUnlessThereIsOne() throws Exception {
    var all = JobUsers.of(settings(Optional.of(THREE)), false, folder);
    var one = JobUsers.of(settings(Optional.of(THREE), "physics"), false, folder);

    assertThat(all.weaknesses()).hasSize(1);
    assertThat(all.weaknesses().get(0))
        .startsWith("not root: jobs of different accounts are not protected from each other");
    assertThat(all.of("physics")).isEmpty();
    assertThat(one.weaknesses()).isEmpty();
    assertThat(one.refusal("physics")).isEmpty();
    assertThat(one.refusal("biology"))
        .hasValue("this machine runs jobs of physics only (accounts in agent.conf)");
  }

  @Test
  void withoutNumbersOneUserForAllRunsIsReported() throws Exception {
    var users = JobUsers.of(settings(Optional.empty()), true, folder);

    assertThat(users.weaknesses().get(0)).startsWith("no uids in agent.conf");
    assertThat(users.of("one")).isEqualTo(users.of("two"));
  }

  @Test
  void onlyRootTakesUsersOfTheMachine() {
    var named = new UserSettings(new TreeMap<>(Map.of("a", "root")), Optional.empty(), List.of());

    assertThatThrownBy(() -> JobUsers.of(named, true, folder))
        .hasMessage("users.a: a job never runs as root, given was 'root'");
    assertThatThrownBy(() -> JobUsers.of(named, false, folder))
        .hasMessageStartingWith("users.a: only an agent that is root");
  }
}
