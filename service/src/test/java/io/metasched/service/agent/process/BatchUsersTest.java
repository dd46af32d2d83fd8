package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.CalendarRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Users of the batch jobs of accounts. */
final class BatchUsersTest {
  private static final CalendarRules RULES =
      new CalendarRules("vo", "ms-", List.of("nobody", "daemon"), Duration.ZERO, false);

  private static BatchUsers users(Map<String, String> named, Optional<String> usual) {
    return BatchUsers.of(
        new BatchSettings(
            RULES,
            new TreeMap<>(),
            new TreeMap<>(named),
            usual,
            Optional.empty(),
            Duration.ZERO,
            Optional.empty()));
  }

  private static Optional<String> submitter(BatchUsers users, String account) {
    return users.submitter(account).map(BatchSubmission.User::name);
  }

  @Test
  void jobsOfAnAccountHaveItsUserAndOthersTheUsualOneOrNone() {
    assumeTrue("root".equals(System.getProperty("user.name")), "root only");
    var mapped = Map.of("physics", "daemon");
    var only = users(mapped, Optional.empty());
    assertThat(submitter(only, "physics")).contains("daemon");
    assertThat(only.ids("physics").orElseThrow().uid()).isEqualTo(1);
    assertThat(only.refusal("physics")).isEmpty();
    assertThat(only.refusal("biology"))
        .contains("the account biology has no user at this site (site.slurm.users in agent.conf)");
    assertThat(only.areOthers()).isTrue();

    var both = users(mapped, Optional.of("nobody"));
    assertThat(submitter(both, "physics")).contains("daemon");
    assertThat(submitter(both, "biology")).contains("nobody");
    assertThat(both.refusal("biology")).isEmpty();
    assertThat(BatchUsers.OF_AGENT.refusal("physics")).isEmpty();
    assertThat(BatchUsers.OF_AGENT.areOthers()).isFalse();
  }

  @Test
  void usersThatAJobCannotHaveAreRefused() {
    assumeTrue("root".equals(System.getProperty("user.name")), "root only");
    assertThatThrownBy(() -> users(Map.of("a", "no-such-user"), Optional.empty()))
        .isInstanceOf(AgentException.class)
        .hasMessage(
            "metasched.agent.site.slurm.users.a: allowed is a user of this machine, given was"
                + " 'no-such-user'");
    assertThatThrownBy(() -> users(Map.of("a", "root"), Optional.empty()))
        .hasMessage(
            "metasched.agent.site.slurm.users.a: a job never runs as root, given was 'root'");
  }

  @Test
  void anAgentThatIsNotRootHasNoOtherUsers() {
    assumeTrue(!"root".equals(System.getProperty("user.name")), "not root");
    assertThatThrownBy(() -> users(Map.of("a", "nobody"), Optional.empty()))
        .isInstanceOf(AgentException.class);
  }
}
