package io.metasched.simulation.driver.cluster.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.simulation.scenario.UsageException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FaultTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kill:owners:after-cycle=0 | KILL | OWNERS | 0 | 0",
        "pause:metascheduler:after-cycle=3,for=100ms | PAUSE | METASCHEDULER | 3 | 100",
        "loss:users:after-cycle=12,for=2s | LOSS | USERS | 12 | 2000",
        "loss:owners:after-cycle=999999999,for=10m | LOSS | OWNERS | 999999999 | 600000"
      })
  void aFaultIsReadAsItIsWritten(
      String text, Fault.Kind kind, MemberRole role, int cycle, long durationMillis) {
    var fault = Fault.parse(text);

    assertThat(fault).isEqualTo(new Fault(kind, role, cycle, Duration.ofMillis(durationMillis)));
    assertThat(Fault.parse(fault.toString())).isEqualTo(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "kill | allowed is KIND:ROLE:after-cycle=N[,for=DURATION]",
        "kill:owners | allowed is KIND:ROLE:after-cycle=N[,for=DURATION]",
        "kill:owners:after-cycle=1:x | allowed is KIND:ROLE:after-cycle=N[,for=DURATION]",
        "kil:owners:after-cycle=1 | unknown kind 'kil'; did you mean 'kill'?; known are kill,"
            + " pause, loss",
        "kill:owner:after-cycle=1 | unknown role 'owner'; did you mean 'owners'?; known are"
            + " owners,",
        "kill:driver:after-cycle=1 | unknown role 'driver'",
        "kill:owners:1 | allowed after the role is after-cycle=N[,for=DURATION], given was '1'",
        "kill:owners:after-cycle=1,foo=2s | allowed after the role is"
            + " after-cycle=N[,for=DURATION], given was",
        "kill:owners:after-cycle=x | after-cycle: allowed is the number of a cycle, from 0, given"
            + " was 'x'",
        "kill:owners:after-cycle=-1 | given was '-1'",
        "kill:owners:after-cycle= | given was ''",
        "kill:owners:after-cycle=1,for=2s | for: not allowed for a kill, which is permanent;"
            + " given was '2s'",
        "pause:owners:after-cycle=1 | for: a pause needs a duration",
        "loss:owners:after-cycle=1 | for: a loss needs a duration",
        "pause:owners:after-cycle=1,for=99ms | for: allowed is 100ms to 10m",
        "pause:owners:after-cycle=1,for=601s | given was '601s'",
        "pause:owners:after-cycle=1,for=2 | given was '2'",
        "pause:owners:after-cycle=1,for=2h | given was '2h'"
      })
  void invalidFaultsAreRefusedInOneLine(String text, String words) {
    assertThatThrownBy(() -> Fault.parse(text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--fault " + text + ": ")
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource({"9, true", "10, false"})
  void aFaultIsWithinTheCyclesOfItsScenario(int cycle, boolean within) {
    var fault = Fault.parse("kill:owners:after-cycle=" + cycle);

    if (within) {
      assertThatCode(() -> fault.requireWithin(10)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> fault.requireWithin(10))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("the scenario has the cycles 0 to 9, given was 10");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | owners | true",
        "3 | metascheduler | true",
        "3 | metascheduler,users | false",
        "3 | owners,metascheduler | true",
        "3 | owners,owners | true",
        "3 | owners,owners,metascheduler | false",
        "3 | owners,owners,owners | false",
        "5 | owners,owners,owners,users | true",
        "5 | owners,owners,owners,owners,users | false"
      })
  void killsLeaveAMemberForEachRole(int jvms, String roles, boolean survived) {
    var kills =
        Arrays.stream(roles.split(","))
            .map(role -> Fault.parse("kill:%s:after-cycle=1".formatted(role)))
            .toList();

    if (survived) {
      assertThatCode(() -> Fault.requireSurvivors(kills, LiveMembers.of(jvms)))
          .doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> Fault.requireSurvivors(kills, LiveMembers.of(jvms)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("no JVM is left for one of the roles");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 1"})
  void theKillThatIsOneTooManyIsTheLastToStrike(int first, int second) {
    var kills =
        List.of(
            Fault.parse("kill:users:after-cycle=" + first),
            Fault.parse("kill:metascheduler:after-cycle=" + second));
    var last = kills.get(first > second ? 0 : 1);

    assertThatThrownBy(() -> Fault.requireSurvivors(kills, LiveMembers.of(3)))
        .hasMessageStartingWith("--fault %s: ".formatted(last));
  }
}
