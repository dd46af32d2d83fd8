package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.CheckerTest.JOBS;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.PAYMENTS;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.amount;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.fault;
import static io.metasched.simulation.system.cyclic.rule.CheckerTest.set;

import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Defects that the rule account detects. */
final class AccountFaults {
  private AccountFaults() {}

  static Stream<Arguments> all() {
    return Stream.of(
        fault("account", "must not be negative, but is -80", amount("1,charge,0,1,1", "-80")),
        fault("account", "not be negative, but is -0.001", amount("0,deposit,0", "169.999")),
        fault("account", "not come before", set(PAYMENTS, "30,refund,0,1,2", "tick", "29")),
        fault("account", "budget of a cycle, 400, but is 401", amount("0,deposit,1", "401")),
        fault("account", "but user 0 has none", t -> t.drop(PAYMENTS, "0,deposit,0")),
        fault("account", "but user 1 has none", t -> t.drop(PAYMENTS, "200,deposit,1")),
        fault("account", "user 1 must have one", t -> t.twice(PAYMENTS, "100,deposit,1")),
        fault("account", "user 1 must have one", set(PAYMENTS, "200,deposit,0", "user", "1")),
        fault("account", "it is for user 2", t -> t.add(PAYMENTS, "200,deposit,2,,,400")),
        fault("account", "it is for user -1", t -> t.add(PAYMENTS, "200,deposit,-1,,,400")),
        fault("account", "but is at 199", set(PAYMENTS, "200,deposit,0", "tick", "199")),
        fault("account", "but is at 300", t -> t.add(PAYMENTS, "300,deposit,1,,,400")),
        fault("account", "each of 3 users", t -> t.header("users", "3")),
        fault("account", "each of 2147483647 users", t -> t.header("users", "2147483647")),
        fault("account", "it is of user 1", t -> t.header("users", "1")),
        fault("account", "it is of user 2", set(JOBS, "7", "user", "2")),
        fault("account", "the largest budget of a user, 400", t -> t.header("budget", "400.001")),
        fault("account", "nothing may be", t -> t.header("budget", "")),
        fault("account", "but is -0.002", t -> t.header("budget", "-0.002")),
        fault(
            "account",
            "nothing may be deposited",
            t -> withUnlimitedAccounts(t).add(PAYMENTS, "200,deposit,0,,,0")));
  }

  static RunText withUnlimitedAccounts(RunText text) {
    var rows = text.file(PAYMENTS).replaceAll("\\d+,deposit,.*\n", "");
    return text.header("budget", "")
        .with(PAYMENTS, rows)
        .set("users.csv", "0", "budget", "")
        .set("users.csv", "1", "budget", "");
  }
}
