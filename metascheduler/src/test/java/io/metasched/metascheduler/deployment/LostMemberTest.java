package io.metasched.metascheduler.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.typed.ActorRef;
import akka.cluster.Member;
import io.metasched.metascheduler.deployment.config.MemberRole;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Members that are lost while a cluster forms; the wall clock does not advance. */
final class LostMemberTest {
  private static final ActorTestKit TEST_KIT = ActorTestKit.create(ManualTime.config());

  private final CompletableFuture<ClusterFormation.Formed> formed = new CompletableFuture<>();
  private final ActorRef<ClusterFormation.Command> formation =
      TEST_KIT.spawn(
          ClusterFormation.createUnsubscribed(
              new ClusterFormation.Call(
                  "1.0.0",
                  "fingerprint",
                  "another scenario",
                  new TreeMap<>(Map.of(MemberRole.OWNERS, 2)),
                  Duration.ofMinutes(2)),
              (place, replyTo) -> {},
              formed));

  private static Member member(int port) {
    return SyntheticMembers.up(port, port, "1.0.0", port, MemberRole.OWNERS);
  }

  @Test
  void oneThatWasAskedEndsTheFormationAtOnceAndIsNamed() {
    formation.tell(new ClusterFormation.MemberCame(member(1)));
    formation.tell(new ClusterFormation.MemberCame(member(2)));

    formation.tell(new ClusterFormation.MemberGone(member(2)));

    assertThatThrownBy(() -> formed.get(100, TimeUnit.MINUTES))
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("127.0.0.1:2 has ended or became unreachable before the run began");
  }

  @Test
  void oneThatWasNotAskedIsReplacedByAnother() throws Exception {
    formation.tell(new ClusterFormation.MemberCame(member(1)));
    formation.tell(new ClusterFormation.MemberGone(member(1)));
    formation.tell(new ClusterFormation.MemberCame(member(2)));
    formation.tell(new ClusterFormation.MemberCame(member(3)));
    for (int port : new int[] {2, 3}) {
      formation.tell(new ClusterFormation.Loaded("127.0.0.1:" + port, "fingerprint"));
    }

    assertThat(formed.get(100, TimeUnit.MINUTES).members())
        .containsOnlyKeys("127.0.0.1:2", "127.0.0.1:3");
  }

  @AfterAll
  static void shutDown() {
    TEST_KIT.shutdownTestKit();
  }
}
