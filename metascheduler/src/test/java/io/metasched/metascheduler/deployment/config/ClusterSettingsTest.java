package io.metasched.metascheduler.deployment.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigResolveOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Keys of a deployment in conf/cluster.conf and reference.conf. */
final class ClusterSettingsTest {

  /** Checks that both files have the same keys, so that both document all of them. */
  @Test
  void theFileOfTheUserHasTheKeysAndDefaultsOfTheModule() {
    var file = ConfigFactory.parseResources("cluster.conf");
    var reference = ConfigFactory.parseResources("reference.conf");

    assertThat(keys(file)).isEqualTo(keys(reference));
    assertThat(keys(file).hasPath(ClusterSettings.ROOT + ".tls.password-file")).isTrue();
  }

  /**
   * Checks that an unknown strategy is rejected; the libraries would log a stack trace and start
   * nevertheless.
   */
  @Test
  void anUnknownSplitBrainStrategyIsNamedBeforeAnythingStarts() {
    var loaded = ClusterSettings.load(Optional.empty());
    var key = "akka.cluster.split-brain-resolver.active-strategy";
    var wrong = ConfigFactory.parseMap(Map.of(key, "keep-mayority"));
    var settings =
        new ClusterSettings(
            loaded.self(),
            loaded.seeds(),
            loaded.joinTimeout(),
            loaded.startTimeout(),
            loaded.leaveTimeout(),
            loaded.journal(),
            wrong.withFallback(loaded.config()));

    assertThatThrownBy(
            () ->
                ClusterSystems.start(
                    Behaviors.empty(), "strategy", settings, List.of(MemberRole.OWNERS), "1.0.0"))
        .isInstanceOf(DeploymentException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("allowed is one of keep-majority")
        .hasMessageContaining("given was 'keep-mayority'");
  }

  /**
   * Checks that a late port is not reported as the user's fault, because the machine may be too
   * busy.
   */
  @Test
  void aPortThatIsNotOpenInTimeIsNamed() {
    var settings = ClusterSettings.load(Optional.empty());

    assertThat(ClusterSystems.refusal(settings, new TimeoutException("Future timed out")))
        .isInstanceOf(IllegalStateException.class)
        .isNotInstanceOf(DeploymentException.class)
        .hasMessage(
            "127.0.0.1:0: this JVM could not listen at this address in time: Future timed out");
  }

  /** Checks that on a busy machine, the run reports the failure instead of each of its JVMs. */
  @Test
  void aJvmThatARunAwaitsTriesToJoinForLongerThanTheRunWaits() {
    var usual = ClusterSettings.load(Optional.empty());

    assertThat(usual.awaited().joinTimeout()).isGreaterThan(usual.startTimeout());
  }

  private static Config keys(Config config) {
    return config.withOnlyPath(ClusterSettings.ROOT).resolve(ConfigResolveOptions.noSystem());
  }
}
